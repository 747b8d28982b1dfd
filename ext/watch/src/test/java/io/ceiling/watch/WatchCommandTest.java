package io.ceiling.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.main.FirstWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatchCommandTest extends CommandLineFixture {

    WatchCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void allWordsAfterTheDashesAreTheToolsAndOnlyTheFirstIsRecorded() {
        assertThat(
                        execute(
                                "watch http://127.0.0.1:8080/shop --pid=812 --every=100ms -- k6 run -e TOKEN=secret --vus 9 x.js"))
                .as(text(err))
                .isZero();

        assertThat(others(WatchRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.command()).containsExactly("k6", "run", "-e", "TOKEN=secret", "--vus", "9", "x.js");
            assertThat(request.every()).isEqualTo(Duration.ofMillis(100));
            assertThat(request.server().pid()).hasValue(812);
            assertThat(request.server().target().endpoint().port()).isEqualTo(8080);
            assertThat(request.run().folders().ownerOnly()).isTrue();
            assertThat(request.run().commandLine())
                    .containsExactly(
                            "watch", "http://127.0.0.1:8080/shop", "--pid=812", "--every=100ms", "--", "k6", "...");
            assertThat(request.toString()).doesNotContain("secret");
        });
        assertThat(probes).isEmpty();
        assertThat(text(err)).isEmpty();
    }

    @Test
    void aReadingComesFourTimesASecond() {
        assertThat(execute("watch http://127.0.0.1:8080/ -- wrk")).as(text(err)).isZero();

        assertThat(others(WatchRequest.class).get(0).every()).isEqualTo(Duration.ofMillis(250));
        assertThat(others(WatchRequest.class).get(0).run().commandLine()).endsWith("--", "wrk");
    }

    @Test
    void theToolsOwnHelpIsItsOwn() {
        List<String> words = List.of("watch", "http://127.0.0.1/", "--", "npm", "--help=all");

        assertThat(FirstWords.of(words)).isEqualTo(new FirstWords(words, false, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "probe --watch=http://127.0.0.1:8080/ --pid=7 -- wrk --watch x",
                "probe --watch http://127.0.0.1:8080/ --pid=7 -- wrk --watch x",
                "probe --pid=7 --watch http://127.0.0.1:8080/ -- wrk --watch x"
            })
    void theFormerOptionOfProbeIsTheSameAndSaysSoInALine(String arguments) {
        assertThat(execute(arguments)).as(text(err)).isZero();

        assertThat(others(WatchRequest.class).get(0).command()).containsExactly("wrk", "--watch", "x");
        assertThat(others(WatchRequest.class).get(0).server().pid()).hasValue(7);
        assertThat(text(err))
                .isEqualTo("ceiling: probe --watch is the command ceiling watch URL -- COMMAND now%n".formatted());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "watch | watch must have a URL and the command of a load tool, such as ceiling watch http://127.0.0.1:8080/ -- wrk -c 400 http://127.0.0.1:8080/",
                "watch http://127.0.0.1/ | watch must have a URL and the command of a load tool, such as ceiling watch http://127.0.0.1/ -- wrk -c 400 http://127.0.0.1/",
                "watch http://127.0.0.1/ --max-connections=5 -- wrk | watch has no option '--max-connections'. Hint: all load is the tool's, whose command comes after --: ceiling watch [OPTIONS] URL -- COMMAND",
                "watch http://127.0.0.1/ wrk -c 5 | watch has no option '-c'. Hint: all load is the tool's, whose command comes after --: ceiling watch [OPTIONS] URL -- COMMAND",
                "watch http://127.0.0.1/ --evry=1s -- wrk | Unknown option: '--evry=1s', did you mean '--every'?",
                "watch http://127.0.0.1/,http://127.0.0.1:81/ -- wrk | URL must be one server, was 'http://127.0.0.1/,http://127.0.0.1:81/'",
                "watch http://192.0.2.7/ -- wrk | 192.0.2.7 is not loopback: a ramp may bring a server down, so --i-own-this-server must be given",
                "watch http://127.0.0.1/ --insecure -- wrk | --insecure must come with https or wss, was 'http://127.0.0.1/'",
                "watch http://127.0.0.1/ --every=10ms -- wrk | --every must be a time such as 300ms, 2s or 1m, from 50 ms to 60m, was '10ms'",
                "probe http://127.0.0.1/ --every=1s | ceiling probe has no --every, an option of watch. Hint: see ceiling probe --help",
            })
    void wrongArgumentsAreOneLine(String arguments, String message) {
        assertThat(execute(arguments)).isEqualTo(2);

        assertThat(text(err).strip()).isEqualTo("ceiling: " + message);
        assertThat(others(WatchRequest.class)).isEmpty();
        assertThat(probes).isEmpty();
    }
}
