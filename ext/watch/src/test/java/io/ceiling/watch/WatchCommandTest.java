package io.ceiling.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.main.NormalizedArguments;
import io.ceiling.load.http.HttpRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    void withoutAUrlTheServerIsThatOfTheToolsUrl() {
        assertThat(execute("watch -- wrk -c 400 http://127.0.0.1:8081/shop?token=secret"))
                .as(text(err))
                .isZero();

        assertThat(others(WatchRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.command())
                    .containsExactly("wrk", "-c", "400", "http://127.0.0.1:8081/shop?token=secret");
            assertThat(request.server().target().endpoint().port()).isEqualTo(8081);
            assertThat(request.run().commandLine()).containsExactly("watch", "--", "wrk", "...");
            assertThat(request.server().toString()).doesNotContain("secret");
        });
        assertThat(execute("watch -- wrk http://127.0.0.1:8081/ http://127.0.0.1:8082/"))
                .isEqualTo(2);
    }

    @Test
    void theSingleRequestIsThatOfTheToolsUrl() {
        assertThat(execute("watch -H X-Shop:7 -- wrk http://127.0.0.1:8081/orders?page=2"))
                .as(text(err))
                .isZero();

        assertThat(others(WatchRequest.class).get(0).singleRequest())
                .map(HttpRequest::path)
                .hasValue("/orders?page=2");
    }

    @Test
    void aHostWithoutASchemeIsNoProgram() {
        assertThat(execute("watch localhost -- wrk http://localhost:8080/")).isEqualTo(2);
        assertThat(text(err)).contains("watch must have a URL");
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

        assertThat(NormalizedArguments.of(words)).isEqualTo(new NormalizedArguments(words, false, false));
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
}
