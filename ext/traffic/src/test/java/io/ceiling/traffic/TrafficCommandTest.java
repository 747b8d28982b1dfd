package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficCommandTest extends CommandLineFixture {

    TrafficCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private List<TrafficRequest> traffics() {
        return others(TrafficRequest.class);
    }

    @Test
    void withoutOptionsIsTheExperimentAtTheSizeOfThisHost() {
        assertThat(execute("traffic")).as(text(err)).isZero();

        assertThat(traffics()).singleElement().satisfies(request -> {
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

        assertThat(traffics()).singleElement().satisfies(request -> {
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

        assertThat(traffics()).singleElement().satisfies(request -> {
            assertThat(request.traffic().minIdle()).isEqualTo(Duration.ofSeconds(25));
            assertThat(request.traffic().maxIdle()).isEqualTo(Duration.ofSeconds(25));
        });
    }

    @Test
    void loadsAreSharesInOrderEachOnceAndMayHaveBounds() {
        assertThat(execute("traffic", "--loads=80,10,50,10", "--expect=load50.p99<=20ms"))
                .as(text(err))
                .isZero();

        assertThat(traffics()).singleElement().satisfies(request -> {
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

        assertThat(traffics())
                .extracting(TrafficRequest::slo)
                .containsExactly(
                        Optional.of(Duration.ofSeconds(1)), Optional.of(Duration.ofMillis(300)), Optional.empty());
        assertThat(traffics()).extracting(TrafficRequest::searchesRate).containsExactly(true, true, false);
    }

    @Test
    void serversWhoseHighestRateIsSearchedHaveBothCompilers() {
        assertThat(execute("traffic --instances=8 --slo=1s")).as(text(err)).isZero();
        assertThat(execute("traffic --instances=8 --loads=50")).as(text(err)).isZero();
        assertThat(execute("traffic --instances=8")).as(text(err)).isZero();

        assertThat(traffics())
                .extracting(request -> request.server().jvm().oneCompiler())
                .containsExactly(false, false, true);
    }

    @Test
    void recordsRunInTurnEachInAFolderOfItsOwn() {
        assertThat(execute("traffic --preset=records")).as(text(err)).isZero();

        assertThat(traffics())
                .extracting(request -> request.run().folders().name())
                .containsExactly(
                        "record-keep-alive-tomcat-600000", "record-websocket-tomcat-524288",
                        "record-keep-alive-tomcat-1000000", "record-keep-alive-jetty-1000000",
                        "record-keep-alive-undertow-1000000", "record-websocket-undertow-1000000");
        assertThat(traffics())
                .extracting(request -> request.server().instances())
                .containsExactly(31, 28, 52, 52, 52, 52);
        assertThat(traffics())
                .extracting(request -> request.slo().orElse(Duration.ZERO).toSeconds())
                .containsExactly(1L, 1L, 0L, 0L, 0L, 0L);
        assertThat(traffics())
                .extracting(request -> request.traffic().time().toSeconds())
                .containsExactly(10L, 10L, 235L, 435L, 235L, 235L);
        assertThat(traffics().get(1).server().jvm().heapMaxBytes()).isEqualTo(Limit.of(400L << 20));
        assertThat(traffics().get(2).traffic().minIdle()).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void optionsChooseRecordsAndReplaceTheirSettings() {
        assertThat(execute("traffic --preset=records --workload=keep-alive --container=tomcat --connections=1000"
                        + " --instances=2 --time=5s --slo=2s"))
                .as(text(err))
                .isZero();

        assertThat(traffics()).hasSize(2).allSatisfy(request -> {
            assertThat(request.traffic().connections()).isEqualTo(1000);
            assertThat(request.traffic().time()).isEqualTo(Duration.ofSeconds(5));
            assertThat(request.server().instances()).isEqualTo(2);
            assertThat(request.slo()).contains(Duration.ofSeconds(2));
        });
        assertThat(traffics().get(0).traffic().minIdle()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aRecordThatDoesNotFitIsRefusedAndTheNextFollows() {
        assertThat(execute("traffic --preset=records --instances=31")).isEqualTo(2);

        assertThat(traffics())
                .extracting(request -> request.traffic().connections())
                .containsExactly(600_000, 524_288);
        assertThat(text(err).lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("ceiling: not run: --connections must be at most 604500"));
    }
}
