package io.ceiling.harness.command.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficCommandTest extends CommandLineFixture {

    TrafficCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void withoutOptionsIsTheExperimentAtTheSizeOfThisHost() {
        assertThat(execute("traffic")).as(text(err)).isZero();

        assertThat(traffics).singleElement().satisfies(request -> {
            assertThat(request.traffic())
                    .isEqualTo(new TrafficSettings(
                            19_000,
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(45),
                            Duration.ofSeconds(60),
                            42,
                            Optional.empty()));
            assertThat(request.server().workload()).isEqualTo(Workloads.KEEP_ALIVE);
            assertThat(request.server().nofile()).isEqualTo(Limit.of(20_000));
            assertThat(request.server().sizes().maxConnections()).isEqualTo(Limit.UNLIMITED);
            assertThat(request.server().jvm().heapMaxBytes()).isEqualTo(Limit.of(3L << 30));
            assertThat(request.server().capConnections()).isEqualTo(19_000);
            assertThat(request.run().folders().name()).isEqualTo("traffic-keep-alive-tomcat");
        });
    }

    @Test
    void webSocketsAreIdleLongerAndAProbeHasItsOwnSize() {
        assertThat(execute("traffic --workload=websocket --container=jetty --connections=300 --time=5s --seed=7 --probe"
                        + " --probe-requests=500 --probe-connections=2"))
                .as(text(err))
                .isZero();

        assertThat(traffics).singleElement().satisfies(request -> {
            assertThat(request.traffic())
                    .isEqualTo(new TrafficSettings(
                            300,
                            Duration.ofSeconds(20),
                            Duration.ofSeconds(30),
                            Duration.ofSeconds(5),
                            7,
                            Optional.of(new TrafficSettings.Probe(500, 2))));
            assertThat(request.server().workload()).isEqualTo(Workloads.WEBSOCKET);
            assertThat(request.run().commandLine())
                    .contains("traffic", "--workload=websocket", "--container=jetty", "--connections=300", "--probe");
        });
    }

    @Test
    void oneIdleTimeStandsForBothBounds() {
        assertThat(execute("traffic --idle=25s")).isZero();

        assertThat(traffics).singleElement().satisfies(request -> {
            assertThat(request.traffic().minIdle()).isEqualTo(Duration.ofSeconds(25));
            assertThat(request.traffic().maxIdle()).isEqualTo(Duration.ofSeconds(25));
        });
    }

    @Test
    void loadsAreSharesInOrderEachOnceAndMayHaveBounds() {
        assertThat(execute("traffic", "--loads=80,10,50,10", "--expect=load50.p99<=20ms"))
                .as(text(err))
                .isZero();

        assertThat(traffics).singleElement().satisfies(request -> {
            assertThat(request.loads()).containsExactly(10, 50, 80);
            assertThat(request.run().expectations().all())
                    .singleElement()
                    .extracting(Expectation::text)
                    .isEqualTo("load50.p99<=20ms");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--idle=45s..5s | --idle must have the shorter time first, such as 5s..45s, was '45s..5s'",
                "--idle=5..45 | --idle must be a time such as 300ms, 2s or 1m, from 1 ms to 60m, was '5'",
                "--idle=5s..  | --idle must be a time such as 300ms, 2s or 1m, from 1 ms to 60m, was ''",
                "--idle=0ms..5s | --idle must be a time such as 300ms, 2s or 1m, from 1 ms to 60m, was '0ms'",
                "--workload=hold-async | --workload must be one of keep-alive, websocket, was 'hold-async'",
                "--connections=0 | --connections must be a whole number from 1 to 10000000, was '0'",
                "--connections=19501 | --connections must be at most 19500 with --nofile=20000, was 19501. Hint: --instances=2 would hold them",
                "--connections=1000 --nofile=1200 | --connections must be at most 700 with --nofile=1200, was 1000. Hint: --instances=2 would hold them",
                "--time=300ms | --time must be a time such as 300ms, 2s or 1m, from 1000 ms to 60m, was '300ms'",
                "--seed=-1 | --seed must be a whole number from 0 to 2147483647, was '-1'",
                "--loads=0 | --loads must be a whole number from 1 to 100, was '0'",
                "--loads=10,101 | --loads must be a whole number from 1 to 100, was '101'",
                "--expect=p99<=1s | --expect must come with --loads, which measures what it judges, was 'p99<=1s'. Hint: --loads=50 --expect='load50.p99<=20ms'",
                "--loads=10 --expect=load50.p99<=1s | --expect 'load50.p99<=1s' is about none of the loads load10",
                "--loads=50 --expect=ceiling>=5 | --expect of traffic must be about p99, such as load50.p99<=20ms, was 'ceiling>=5'",
                "--probe-requests=500 | --probe-requests must come with --probe, was '500'",
                "--probe --probe-connections=0 | --probe-connections must be a whole number from 1 to 100, was '0'",
                "--connections=600000 --instances=30 | --connections must be at most 585000 with --nofile=20000 and --instances=30, was 600000. Hint: --instances=31 would hold them",
            })
    void refusesWhatCannotBeInOneLine(String arguments, String message) {
        assertThat(execute("traffic " + arguments)).isEqualTo(2);

        assertThat(text(err).lines()).containsExactly("ceiling: " + message);
        assertThat(traffics).isEmpty();
    }
}
