package io.ceiling.harness.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Grid;
import io.ceiling.harness.matrix.Matrix;
import io.ceiling.harness.matrix.MatrixHost;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Tests of what is known of a scenario before it runs: its counted limits, the room on the host, and its time. */
class CountedBoundsTest {

    private static final HostLimits ROOMY = HostLimitsFixture.usual();

    @Test
    void thePoolBindsABlockingWorkloadAndDescriptorsAnAsynchronousOne() {
        assertThat(first("nio", "hold-blocking", Map.of()))
                .extracting(Bound::factor, Bound::connections, Bound::limit)
                .containsExactly(LimitingFactor.SERVER_THREADS, 200L, "threads=200");
        assertThat(first("nio", "hold-async", Map.of()).factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(first("bio", "websocket", Map.of()).factor()).isEqualTo(LimitingFactor.SERVER_THREADS);
    }

    @Test
    void aLevelOfRecursionTakesTwoDescriptors() {
        assertThat(first("nio", "recursive-async", Map.of()).connections() * 2)
                .isEqualTo(first("nio", "keep-alive", Map.of()).connections());
    }

    @Test
    void eachServerOfARingHasItsOwnDescriptorsButTheHostsThreadsAreThereOnce() {
        Map<Dimension, List<String>> many =
                Map.of(Dimension.THREADS, List.of("100000"), Dimension.MAX_CONNECTIONS, List.of("-1"));
        Map<Dimension, List<String>> ring = new EnumMap<>(many);
        ring.put(Dimension.INSTANCES, List.of("3"));

        Bound one = first("nio", "recursive", many);
        Bound three = first("nio", "recursive", ring);

        assertThat(three.limit()).isEqualTo(one.limit() + " x3");
        assertThat(three.connections()).isEqualTo(3 * one.connections());
        List<Bound> ofRing = CountedBounds.of(scenario("nio", "recursive", ring), ROOMY);
        assertThat(ofRing)
                .extracting(Bound::limit, Bound::connections)
                .contains(
                        tuple("kernel.threads-max=190000", 190_000L - 3 * 40),
                        tuple("vm.max_map_count=65530 x3", 3 * (65_530L / 2 - 40)));
    }

    @Test
    void moreInstancesThanTheMemoryHoldsAreRefusedWithTheSum() {
        HostLimits small = HostLimitsFixture.limits(
                HostLimitsFixture.descriptors(20_000, 20_000),
                HostLimits.Threads.NOT_SEEN,
                HostLimits.Cgroup.NOT_SEEN,
                HostLimits.Network.NOT_SEEN,
                8L << 30,
                2L << 30);

        assertThat(HostRoom.memoryShortage(instances(44), small)).isEmpty();
        assertThat(HostRoom.memoryShortage(instances(45), small))
                .hasValue("--instances must be at most 44 here, was 45: before the first connection they need 6150 MiB"
                        + " (300 MiB for harness and agents, 45 x 80 MiB of servers and 50 MiB of load agents),"
                        + " and this host has 8192 MiB, of which 2048 MiB are left free");
        assertThat(HostRoom.memoryShortage(instances(1), small)).isEmpty();
    }

    @Test
    void aHeapOfTheHarnessThatIsTooSmallForTheServersIsToldWithWhatTheyNeed() {
        assertThat(HostRoom.heapShortage(instances(1), 128L << 20))
                .hasValue("the harness must have a heap of 128 MiB for 1 server and a load agent for each, has 128 MiB."
                        + " Hint: CEILING_HEAP=192m in its environment");
        assertThat(HostRoom.heapShortage(instances(52), 256L << 20)).isEmpty();
        assertThat(HostRoom.heapShortage(instances(5_000), 1L << 30))
                .hasValue(
                        "the harness must have a heap of 1592 MiB for 5000 servers and a load agent for each, has 1024 MiB."
                                + " Hint: CEILING_HEAP=1656m in its environment");
    }

    @Test
    void theEstimateGrowsWithScenariosAndHoldsAndLeavesOutTheSkipped() {
        RampSettings ramp = Preset.QUICK.ramp(2L << 30);
        RampSettings thorough = Preset.FULL.ramp(2L << 30);
        Scenario scenario = scenario("nio", "websocket", Map.of());
        Jdk jdk17 = new Jdk(Path.of("/jdk17"), "17.0.15", 17);
        List<Scenario> skipped = Preset.QUICK
                .matrix(20_000)
                .narrow(Map.of(Dimension.THREAD_KIND, List.of("virtual")))
                .expand(new MatrixHost(wanted -> jdk17, 20_000, "3.1.0"), OptionalInt.empty());

        Duration one = Estimate.of(List.of(scenario), ramp, ROOMY);

        assertThat(Estimate.of(List.of(scenario, scenario), ramp, ROOMY))
                .isCloseTo(one.multipliedBy(2), Duration.ofMillis(1));
        assertThat(Estimate.of(List.of(scenario), thorough, ROOMY)).isGreaterThan(one);
        assertThat(Estimate.of(skipped, ramp, ROOMY)).isZero();
        assertThat(one).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(20));
    }

    private static Scenario instances(int count) {
        return scenario("nio", "keep-alive", Map.of(Dimension.INSTANCES, List.of(Integer.toString(count))));
    }

    private static Bound first(String connector, String workload, Map<Dimension, List<String>> given) {
        return CountedBounds.of(scenario(connector, workload, given), ROOMY).get(0);
    }

    private static Scenario scenario(String connector, String workload, Map<Dimension, List<String>> given) {
        Jdk jdk = new Jdk(Path.of("/jdk25"), "25.0.3", 25);
        return new Matrix("test", List.of(Grid.DEFAULTS), Preset.QUICK)
                .narrow(Map.of(
                        Dimension.CONTAINER, List.of("tomcat"),
                        Dimension.CONNECTOR, List.of(connector),
                        Dimension.THREAD_KIND, List.of("platform"),
                        Dimension.WORKLOAD, List.of(workload)))
                .narrow(given)
                .expand(new MatrixHost(wanted -> jdk, 20_000, "3.1.0"), OptionalInt.empty())
                .get(0);
    }
}
