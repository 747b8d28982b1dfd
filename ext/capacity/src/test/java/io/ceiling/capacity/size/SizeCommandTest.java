package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeCommandTest extends CommandLineFixture {

    SizeCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void costsAreMeasuredWithSomeConnectionsToTomcatAndTheSmallestPool() {
        assertThat(execute("size --connections=50k --workload=websocket"))
                .as(text(err))
                .isZero();

        assertThat(others(SizeRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.goal().connections()).isEqualTo(50_000);
            assertThat(request.goal().memoryBytes()).isEmpty();
            assertThat(request.measuredScenarios()).singleElement().satisfies(scenario -> {
                assertThat(scenario.capConnections()).isEqualTo(5_000);
                assertThat(scenario.sizes().maxThreads()).isEqualTo(Limit.of(40));
                assertThat(scenario.workload()).isEqualTo(Workloads.WEBSOCKET);
                assertThat(scenario.container()).isEqualTo("tomcat");
            });
            assertThat(request.verify()).isFalse();
            assertThat(request.run().folders().name()).isEqualTo("size-websocket-tomcat");
        });
    }

    @Test
    void smallerBuffersAreMeasuredIfTheUsualOnesMayNotFit() {
        assertThat(execute("size --connections=8000 --memory=200m --rate=2000"))
                .as(text(err))
                .isZero();

        assertThat(others(SizeRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.measuredScenarios())
                    .extracting(scenario -> scenario.sizes().bufferBytes())
                    .containsExactly(OptionalInt.empty(), OptionalInt.of(4_096), OptionalInt.of(1_024));
            assertThat(request.goal().memoryBytes()).hasValue(200L << 20);
            assertThat(request.goal().requestsPerSecond()).hasValue(2_000);
        });
    }

    @Test
    void givenBuffersAreTheOnlyOnes() {
        assertThat(execute("size --connections=8000 --memory=200m --buffer=1k"))
                .as(text(err))
                .isZero();

        assertThat(others(SizeRequest.class))
                .singleElement()
                .satisfies(request -> assertThat(request.measuredScenarios()).hasSize(1));
    }

    @Test
    void verifiedConnectionsNeedTheirLoadAgents() {
        assertThat(execute("size --connections=9k --verify")).as(text(err)).isZero();

        assertThat(others(SizeRequest.class)).singleElement().satisfies(request -> assertThat(
                        request.run().scenarios())
                .extracting(Scenario::capConnections)
                .containsExactly(5_000, 9_000));
    }

    @Test
    void theCostsOfARunAreThoseOfAFolderOrOfItsNameAmongTheResults() throws IOException {
        Path latest = Files.createDirectories(home.resolve("results").resolve("latest"));

        assertThat(execute("size --connections=5k --from=latest")).as(text(err)).isZero();
        assertThat(execute("size --connections=5k --from=" + latest)).isZero();

        assertThat(others(SizeRequest.class))
                .extracting(SizeRequest::earlierRun)
                .containsOnly(Optional.of(latest.toRealPath()));
    }

    @Test
    void connectionsThatHoldAThreadHaveOneEachWithTheUsualStack() {
        assertThat(execute("size --connections=3000 --workload=hold-blocking --cap=500"))
                .as(text(err))
                .isZero();

        assertThat(others(SizeRequest.class)).singleElement().satisfies(request -> {
            Scenario scenario = request.measuredScenarios().get(0);
            assertThat(scenario.sizes().maxThreads()).isEqualTo(Limit.of(550));
            assertThat(scenario.jvm().stackBytes()).isEmpty();
        });
    }

    @Test
    void moreConnectionsThanAServerHereCanHaveAreNotTried() {
        assertThat(execute("size --connections=50k --verify")).isEqualTo(3);

        assertThat(text(err))
                .contains(
                        "--verify needs an open file for each of 50000 connections, and a server here has at most 19500")
                .hasLineCount(1);
    }
}
