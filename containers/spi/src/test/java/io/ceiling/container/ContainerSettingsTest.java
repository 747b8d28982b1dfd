package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerSettingsTest {

    private static final ContainerSettings ALL = new ContainerSettings(
            Path.of("some folder/a=b.war"),
            "",
            "::1",
            8080,
            Connector.NIO2,
            ThreadKind.VIRTUAL,
            new ConnectorSettings(Limit.of(2_000), Limit.UNLIMITED, Limit.of(1), OptionalInt.of(1_024))
                    .with(Tls.TLS13)
                    .with(Deflate.NO_TAKEOVER)
                    .withHeaderCacheNodes(OptionalInt.of(0)),
            Duration.ofMinutes(2));

    @Test
    void readsBackWhatItWrites() {
        ContainerSettings few = ContainerSettings.defaults(Path.of("ceiling.war"), Connector.BIO);

        assertThat(ContainerSettings.parse(ALL.toArguments())).isEqualTo(ALL);
        assertThat(ContainerSettings.parse(few.toArguments())).isEqualTo(few);
    }

    @Test
    void readsBackWhatItWritesInLocaleWithOtherDigitsAndLetters() {
        for (String tag : List.of("ar-EG-u-nu-arab", "tr-TR", "de-DE")) {
            Locales.run(tag, () -> {
                assertThat(ALL.toArguments())
                        .contains("--max-threads=2000", "--connector=nio2", "--thread-kind=virtual");
                assertThat(ContainerSettings.parse(ALL.toArguments())).isEqualTo(ALL);
            });
        }
    }

    @Test
    void writesMessagesWithTheSameDigitsInEveryLocale() {
        Locales.run("ar-EG-u-nu-arab", () -> assertThatIllegalArgumentException()
                .isThrownBy(() -> ContainerSettings.parse(List.of("--war=a", "--port=70000")))
                .withMessage("port must be 0..65535, was 70000"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bind=localhost | bind address must be an IP address such as 127.0.0.1 or 0.0.0.0, was 'localhost'",
                "--bind= | bind address must be an IP address such as 127.0.0.1 or 0.0.0.0, was ''",
                "--port=x | --port must be a whole number, was 'x'",
                "--port=-1 | port must be 0..65535, was -1",
                "--port=99999999999 | --port must be a whole number, was '99999999999'",
                "--context-path=a | context path must be empty or '/' with letters, digits, '-', '_', '.', was 'a'",
                "--context-path=/ | context path must be empty or '/' with letters, digits, '-', '_', '.', was '/'",
                "--context-path=/a b | context path must be empty or '/' with letters, digits, '-', '_', '.', was '/a b'",
                "--connector=apr | connector must be one of bio, nio, nio2, was 'apr'",
                "--connector=NIO | connector must be one of bio, nio, nio2, was 'NIO'",
                "--thread-kind=green | thread kind must be one of platform, virtual, was 'green'",
                "--max-threads=0 | max threads must be >= 1, was 0",
                "--min-spare-threads=5 | unknown argument --min-spare-threads",
                "--max-connections=0 | max connections (-1 is no limit) must be >= 1, was 0",
                "--max-connections=-2 | max connections (-1 is no limit) must be >= 1, was -2",
                "--accept-count=0 | accept count must be >= 1, was 0",
                "--tls=on | tls must be one of off, tls13, was 'on'",
                "--deflate=yes | deflate must be one of off, takeover, no-takeover, was 'yes'",
                "--buffer-bytes=255 | buffer bytes must be >= 256, was 255",
                "--header-cache-nodes=-1 | header cache nodes must be >= 0, was -1",
                "--idle-timeout-ms=-1 | idle timeout must be 0 or PT0.001S..PT596H31M23.647S, was PT-0.001S",
                "--max-thread=5 | unknown argument --max-thread",
                "max-threads=5 | argument must be --name=value, was 'max-threads=5'",
                "--max-threads | argument must be --name=value, was '--max-threads'",
                "--war=b.war | --war is given twice",
            })
    void rejectsBadArgumentInOneLine(String argument, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContainerSettings.parse(List.of("--war=a.war", argument)))
                .withMessage(message);
    }

    @Test
    void rejectsMissingWar() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContainerSettings.parse(List.of()))
                .withMessage("--war is missing");
    }

    @Test
    void rejectsIdleTimeoutThatWouldTurnIntoForEver() {
        assertThatThrownBy(() -> idleFor(Duration.ofNanos(1))).hasMessageContaining("was PT0.000000001S");
        assertThatThrownBy(() -> idleFor(Duration.ofDays(30))).hasMessageContaining("was PT720H");
    }

    private static ContainerSettings idleFor(Duration idleTimeout) {
        return new ContainerSettings(
                Path.of("a.war"),
                "",
                ContainerSettings.LOOPBACK,
                0,
                Connector.NIO,
                ThreadKind.PLATFORM,
                ConnectorSettings.DEFAULT,
                idleTimeout);
    }
}
