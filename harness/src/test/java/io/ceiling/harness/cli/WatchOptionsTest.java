package io.ceiling.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchOptionsTest extends CommandLineFixture {

    WatchOptionsTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void allWordsAfterTheDashesAreTheToolsAndOnlyTheFirstIsRecorded() {
        assertThat(
                        execute(
                                "probe --watch http://127.0.0.1:8080/shop --pid=812 --every=100ms -- k6 run -e TOKEN=secret --vus 9 x.js"))
                .as(text(err))
                .isZero();

        assertThat(watches).singleElement().satisfies(request -> {
            assertThat(request.command()).containsExactly("k6", "run", "-e", "TOKEN=secret", "--vus", "9", "x.js");
            assertThat(request.every()).isEqualTo(Duration.ofMillis(100));
            assertThat(request.server().pid()).hasValue(812);
            assertThat(request.server().target().endpoint().port()).isEqualTo(8080);
            assertThat(request.run().folders().ownerOnly()).isTrue();
            assertThat(request.run().commandLine())
                    .containsExactly(
                            "probe",
                            "--watch=http://127.0.0.1:8080/shop",
                            "--pid=812",
                            "--every=100ms",
                            "--",
                            "k6",
                            "...");
            assertThat(request.toString()).doesNotContain("secret");
        });
        assertThat(probes).isEmpty();
    }

    @Test
    void aReadingComesFourTimesASecond() {
        assertThat(execute("probe --watch http://127.0.0.1:8080/ -- wrk"))
                .as(text(err))
                .isZero();

        assertThat(watches.get(0).every()).isEqualTo(Duration.ofMillis(250));
        assertThat(watches.get(0).run().commandLine()).endsWith("--", "wrk");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--watch http://127.0.0.1/ | --watch must come with the command of a load tool, such as --watch http://127.0.0.1/ -- wrk -c 400 http://127.0.0.1/",
                "http://127.0.0.1/ wrk | a command needs --watch: probe takes one URL, and puts its own load on it; 1 more word was given. Hint: --watch URL -- COMMAND",
                "--watch http://127.0.0.1/ --max-connections=5 -- wrk | --max-connections does not go with --watch, where all load is that of the tool",
                "--watch http://127.0.0.1/ --get=/ -- wrk | --get does not go with --watch, where all load is that of the tool",
                "--watch http://127.0.0.1/ --workload=websocket -- wrk | --workload does not go with --watch, where all load is that of the tool",
                "--watch http://127.0.0.1/ --expect=x -- wrk | --expect does not go with --watch, where all load is that of the tool",
                "--watch http://127.0.0.1/,http://127.0.0.1:81/ -- wrk | --watch must be one URL, was 'http://127.0.0.1/,http://127.0.0.1:81/'",
                "--watch http://192.0.2.7/ -- wrk | 192.0.2.7 is not loopback: a ramp may bring a server down, so --i-own-this-server must be given",
                "--watch http://127.0.0.1/ --every=10ms -- wrk | --every must be a time such as 300ms, 2s or 1m, from 50 ms to 60m, was '10ms'",
                "http://127.0.0.1/ --every=1s | --every must come with --watch",
            })
    void wrongArgumentsAreOneLine(String arguments, String message) {
        assertThat(execute("probe " + arguments)).isEqualTo(2);

        assertThat(text(err).strip()).isEqualTo("ceiling: " + message);
        assertThat(watches).isEmpty();
        assertThat(probes).isEmpty();
    }
}
