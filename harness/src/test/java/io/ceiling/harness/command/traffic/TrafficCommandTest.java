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

    @Test
    void anSloSearchesTheHighestRateWithOrWithoutLoads() {
        assertThat(execute("traffic --slo=1s")).as(text(err)).isZero();
        assertThat(execute("traffic --slo=300ms --loads=50")).as(text(err)).isZero();
        assertThat(execute("traffic")).as(text(err)).isZero();

        assertThat(traffics)
                .extracting(TrafficRequest::slo)
                .containsExactly(
                        Optional.of(Duration.ofSeconds(1)), Optional.of(Duration.ofMillis(300)), Optional.empty());
        assertThat(traffics).extracting(TrafficRequest::searchesRate).containsExactly(true, true, false);
    }
}
