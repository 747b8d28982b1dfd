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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            assertThat(request.wanted().connections()).isEqualTo(50_000);
            assertThat(request.wanted().memoryBytes()).isEmpty();
            assertThat(request.measured()).singleElement().satisfies(scenario -> {
                assertThat(scenario.capConnections()).isEqualTo(5_000);
                assertThat(scenario.sizes().maxThreads()).isEqualTo(Limit.of(40));
                assertThat(scenario.workload()).isEqualTo(Workloads.WEBSOCKET);
                assertThat(scenario.container()).isEqualTo("tomcat");
            });
            assertThat(request.verify()).isFalse();
            assertThat(request.formats()).hasSize(5);
            assertThat(request.run().folders().name()).isEqualTo("size-websocket-tomcat");
        });
    }

    @Test
    void smallerBuffersAreMeasuredIfTheUsualOnesMayNotFit() {
        assertThat(execute("size --connections=8000 --memory=200m --rate=2000 --format=pod"))
                .as(text(err))
                .isZero();

        assertThat(others(SizeRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.measured())
                    .extracting(scenario -> scenario.sizes().bufferBytes())
                    .containsExactly(OptionalInt.empty(), OptionalInt.of(4_096), OptionalInt.of(1_024));
            assertThat(request.wanted().memoryBytes()).hasValue(200L << 20);
            assertThat(request.wanted().requestsPerSecond()).hasValue(2_000);
            assertThat(request.formats()).containsExactly(ConfigFormat.POD);
        });
    }

    @Test
    void givenBuffersAreTheOnlyOnes() {
        assertThat(execute("size --connections=8000 --memory=200m --buffer=1k"))
                .as(text(err))
                .isZero();

        assertThat(others(SizeRequest.class)).singleElement().satisfies(request -> assertThat(request.measured())
                .hasSize(1));
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
                .extracting(SizeRequest::from)
                .containsOnly(Optional.of(latest.toRealPath()));
    }

    @Test
    void connectionsThatHoldAThreadHaveOneEachWithTheUsualStack() {
        assertThat(execute("size --connections=3000 --workload=hold-blocking --cap=500"))
                .as(text(err))
                .isZero();

        assertThat(others(SizeRequest.class)).singleElement().satisfies(request -> {
            Scenario scenario = request.measured().get(0);
            assertThat(scenario.sizes().maxThreads()).isEqualTo(Limit.of(550));
            assertThat(scenario.jvm().stackBytes()).isEmpty();
        });
    }

    @Test
    void moreConnectionsThanAServerHereCanHaveAreNotTried() {
        assertThat(execute("size --connections=50k --verify")).isEqualTo(3);

        assertThat(text(err))
                .contains(
                        "--verify needs a descriptor for each of 50000 connections, and a server here has at most 19500")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --connections=99 | --connections must be a number from 100 to 10000000 such as 5000, 50k or 1m, was '99'
                    --connections=5g | --connections must be a number from 100 to 10000000 such as 5000, 50k or 1m, was '5g'
                    --connections=5k --memory=1k | --memory must be a size from 32m to 4t such as 512m or 2g, was '1k'
                    --connections=5k --workload=recursive | --workload must be one of keep-alive, websocket, hold-async, hold-blocking, was 'recursive'
                    --connections=5k --format=start.d | --format must be one of server.xml, application.properties, systemd, pod, sysctl for tomcat, was 'start.d'
                    --connections=5k --format=yaml --from=/nowhere | --format must be one of server.xml, application.properties, start.d, systemd, pod, sysctl, was 'yaml'
                    --connections=5k --service-time=5ms | --service-time must come with --rate
                    --connections=5k --rate=10 --workload=hold-async | --rate of hold-async must come with --service-time
                    --connections=5k --from=/nowhere | --from must be the folder of a run, was '/nowhere'
                    --connections=5k --heap=1g | --heap
                    """)
    void wrongOptionsAreOneLine(String arguments, String message) {
        assertThat(execute("size " + arguments)).isEqualTo(2);

        assertThat(text(err)).startsWith("ceiling: ").contains(message).hasLineCount(1);
        assertThat(others(SizeRequest.class)).isEmpty();
    }
}
