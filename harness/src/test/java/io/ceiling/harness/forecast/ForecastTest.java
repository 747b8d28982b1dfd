package io.ceiling.harness.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.matrix.AtmosphereVersions;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Grid;
import io.ceiling.harness.matrix.Matrix;
import io.ceiling.harness.matrix.MatrixHost;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.result.Bound;
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

class ForecastTest {

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
        Bound recursive = first("nio", "recursive-async", Map.of());
        Bound held = first("nio", "keep-alive", Map.of());

        // Both are rounded down, and a recursion may be a descriptor ahead of what was read.
        assertThat(recursive.connections() * 2).isCloseTo(held.connections(), within(5L));
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
        assertThat(three.connections()).isCloseTo(3 * one.connections(), within(3L));
        List<Bound> ofRing = Forecast.bounds(scenario("nio", "recursive", ring, 20_000), ROOMY);
        assertThat(connections(ofRing, "kernel.threads-max=190000")).isBetween(189_000L, 190_000L - 3 * 30);
        assertThat(connections(ofRing, "vm.max_map_count=65530 x3")).isBetween(97_000L, 98_295L);
    }

    private static long connections(List<Bound> bounds, String limit) {
        return bounds.stream()
                .filter(bound -> bound.limit().equals(limit))
                .findFirst()
                .orElseThrow()
                .connections();
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

        assertThat(Forecast.beyondMemory(instances(44), small)).isEmpty();
        assertThat(Forecast.beyondMemory(instances(45), small))
                .hasValue("--instances must be at most 44 here, was 45: before the first connection they need 6150 MiB"
                        + " (300 MiB for harness and agents, 45 x 80 MiB of servers and 50 MiB of load agents),"
                        + " and this host has 8192 MiB, of which 2048 MiB are left free");
        assertThat(Forecast.beyondMemory(instances(1), small)).isEmpty();
    }

    @Test
    void aHeapOfTheHarnessThatIsTooSmallForTheServersIsToldWithWhatTheyNeed() {
        assertThat(Forecast.beyondHeap(instances(1), 128L << 20))
                .hasValue("the harness must have a heap of 128 MiB for 1 server and a load agent for each, has 128 MiB."
                        + " Hint: CEILING_HEAP=192m in its environment");
        assertThat(Forecast.beyondHeap(instances(52), 256L << 20)).isEmpty();
        assertThat(Forecast.beyondHeap(instances(5_000), 1L << 30))
                .hasValue(
                        "the harness must have a heap of 1592 MiB for 5000 servers and a load agent for each, has 1024 MiB."
                                + " Hint: CEILING_HEAP=1656m in its environment");
    }

    private static Scenario instances(int count) {
        return scenario("nio", "keep-alive", Map.of(Dimension.INSTANCES, List.of(Integer.toString(count))), 20_000);
    }

    @Test
    void numberComesFromServersWithTheSameSettingsAndSaysWhere() {
        ForecastLimit heap =
                limit("nio", "websocket", Map.of(Dimension.HEAP, List.of("67108864")), Forecast.reference());

        assertThat(heap.bound().connections()).isBetween(650L, 750L);
        assertThat(heap.interval().covers((double) heap.bound().connections())).isTrue();
        assertThat(heap.source())
                .startsWith("heap: 1")
                .contains(" more with each; ", "of results/reference: quick-tomcat, ", "readme")
                .doesNotContain("nearest");
    }

    @Test
    void settingThatWasNotMeasuredWithThatWorkIsAddedAsADifferenceAndTold() {
        Map<Dimension, List<String>> small = Map.of(Dimension.HEAP, List.of("67108864"));
        Map<Dimension, List<String>> encrypted = new EnumMap<>(small);
        encrypted.put(Dimension.TLS, List.of("tls13"));

        ForecastLimit plain = limit("nio", "keep-alive", small, Forecast.reference());
        ForecastLimit secure = limit("nio", "keep-alive", encrypted, Forecast.reference());

        assertThat(secure.bound().connections()).isLessThan(plain.bound().connections() / 3);
        assertThat(secure.source()).contains(" KiB for tls=tls13 as measured with websocket (tls)");
    }

    @Test
    void costsOfAnotherHeaderCacheAreUsedOnlyIfThereAreNoOthersAndTold() {
        Map<Dimension, List<String>> small = Map.of(Dimension.HEAP, List.of("67108864"));
        Scenario plain = scenario("jetty", "nio", "keep-alive", small, 20_000);
        Scenario without = plain.with(
                plain.server().toBuilder().headerCacheNodes(OptionalInt.of(0)).build());
        CostTable own = Forecast.reference()
                .with(Forecast.reference().rows().stream()
                        .map(row -> new MeasuredCosts(
                                withHeaderCache(row.subject(), "64"), row.bufferBytes(), row.source(), row.lines()))
                        .toList());

        assertThat(limit(without, Forecast.reference()).source())
                .contains("header-cache=0 was not measured with this container");
        assertThat(limit(plain, own)).isEqualTo(limit(plain, Forecast.reference()));
    }

    private static MeasuredCosts.Subject withHeaderCache(MeasuredCosts.Subject subject, String nodes) {
        MeasuredCosts.Settings settings = subject.settings();
        return new MeasuredCosts.Subject(
                subject.container(),
                subject.connector(),
                subject.threads(),
                subject.load(),
                new MeasuredCosts.Settings(
                        settings.buffer(), settings.tls(), settings.deflate(), settings.collector(), nodes));
    }

    @Test
    void workThatWasNotMeasuredIsForecastFromTheNearestAndNamesIt() {
        ForecastLimit heap = limit(
                "nio2",
                "broadcast",
                Map.of(Dimension.HEAP, List.of("67108864"), Dimension.TRANSPORT, List.of("sse")),
                Forecast.reference());

        assertThat(heap.source()).contains("for buffer=default on the line through buffers of");
    }

    @Test
    void costsOfTheUserGoBeforeThoseOfThisProjectWhereTheyAreAsNear() {
        CostTable own = Forecast.reference()
                .with(Forecast.reference().rows().stream()
                        .filter(row -> row.subject().load().workload().equals("websocket"))
                        .map(row -> new MeasuredCosts(
                                row.subject(),
                                row.bufferBytes(),
                                new MeasuredCosts.CostSource(
                                        "mine", row.source().scenario(), 1, false),
                                row.lines()))
                        .toList());
        Map<Dimension, List<String>> small = Map.of(Dimension.HEAP, List.of("67108864"));

        assertThat(limit("nio", "websocket", small, own).source())
                .contains("of mine")
                .doesNotContain("results/reference");
        assertThat(limit("nio", "keep-alive", small, own).source()).contains("results/reference");
    }

    @Test
    void containerWithoutARowHasNoBytesAndCountsOfTheNearest() {
        CostTable tomcat = new CostTable(Forecast.reference().rows().stream()
                .filter(row -> row.subject().container().equals("tomcat"))
                .toList());
        List<ForecastLimit> limits =
                Forecast.limits(scenario("jetty", "nio", "websocket", Map.of(), 20_000), ROOMY, tomcat);

        assertThat(limits)
                .extracting(limit -> limit.bound().factor())
                .contains(LimitingFactor.SERVER_FILE_DESCRIPTORS)
                .doesNotContain(
                        LimitingFactor.SERVER_HEAP, LimitingFactor.SERVER_DIRECT_MEMORY, LimitingFactor.HOST_MEMORY);
        assertThat(limits.get(0).source()).contains("nearest row: tomcat in place of jetty");
    }

    private static ForecastLimit limit(
            String connector, String workload, Map<Dimension, List<String>> given, CostTable costs) {
        return limit(scenario(connector, workload, given, 20_000), costs);
    }

    private static ForecastLimit limit(Scenario scenario, CostTable costs) {
        return Forecast.limits(scenario, ROOMY, costs).stream()
                .filter(limit -> limit.bound().factor() == LimitingFactor.SERVER_HEAP)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSmallHeapBindsFirst() {
        assertThat(first("nio", "websocket", Map.of(Dimension.HEAP, List.of("67108864")))
                        .factor())
                .isEqualTo(LimitingFactor.SERVER_HEAP);
    }

    @Test
    void mappingsBindManyThreadsAtTwoEach() {
        HostLimits fewMappings = HostLimitsFixture.usual(1_000_000);
        Scenario scenario = scenario(
                "nio",
                "hold-blocking",
                Map.of(
                        Dimension.THREADS,
                        List.of("100000"),
                        Dimension.MAX_CONNECTIONS,
                        List.of("-1"),
                        Dimension.HEAP,
                        List.of(Long.toString(64L << 30)),
                        Dimension.NOFILE,
                        List.of("1000000")),
                1_000_000);

        assertThat(Forecast.bounds(scenario, fewMappings).get(0).limit()).isEqualTo("vm.max_map_count=65530");
    }

    @Test
    void theEstimateGrowsWithScenariosAndHoldsAndLeavesOutTheSkipped() {
        RampSettings ramp = Preset.QUICK.ramp(2L << 30);
        RampSettings thorough = Preset.FULL.ramp(2L << 30);
        Scenario scenario = scenario("nio", "websocket", Map.of(), 20_000);
        Jdk jdk17 = new Jdk(Path.of("/jdk17"), "17.0.15", 17);
        List<Scenario> skipped = Preset.QUICK
                .matrix(20_000)
                .narrow(Map.of(Dimension.THREAD_KIND, List.of("virtual")))
                .expand(
                        new MatrixHost(wanted -> jdk17, 20_000, new AtmosphereVersions("3.1.0", "4.0.33")),
                        OptionalInt.empty());

        Duration one = Estimate.of(List.of(scenario), ramp, ROOMY);

        assertThat(Estimate.of(List.of(scenario, scenario), ramp, ROOMY))
                .isCloseTo(one.multipliedBy(2), Duration.ofMillis(1));
        assertThat(Estimate.of(List.of(scenario), thorough, ROOMY)).isGreaterThan(one);
        assertThat(Estimate.of(skipped, ramp, ROOMY)).isZero();
        assertThat(one).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(20));
    }

    @Test
    void largeBuffersOfTomcatAreHeapAndThoseOfJettyDirectMemory() {
        Bound recursion = first(
                "nio", "recursive", Map.of(Dimension.BUFFER, List.of("1048576"), Dimension.THREADS, List.of("9000")));
        Bound jetty = Forecast.bounds(
                        scenario(
                                "jetty",
                                "nio",
                                "hold-async",
                                Map.of(Dimension.HEAP, List.of(Long.toString(24L << 20))),
                                20_000),
                        ROOMY)
                .get(0);

        assertThat(recursion.factor()).isEqualTo(LimitingFactor.SERVER_HEAP);
        assertThat(recursion.connections()).isBetween(100L, 160L);
        assertThat(jetty)
                .extracting(Bound::factor, Bound::connections, Bound::limit)
                .containsExactly(LimitingFactor.SERVER_DIRECT_MEMORY, 759L, "direct memory=24m");
    }

    private static Bound first(String connector, String workload, Map<Dimension, List<String>> given) {
        return Forecast.bounds(scenario(connector, workload, given, 20_000), ROOMY)
                .get(0);
    }

    private static Scenario scenario(
            String connector, String workload, Map<Dimension, List<String>> given, int nofileHard) {
        return scenario("tomcat", connector, workload, given, nofileHard);
    }

    private static Scenario scenario(
            String container, String connector, String workload, Map<Dimension, List<String>> given, int nofileHard) {
        Jdk jdk = new Jdk(Path.of("/jdk25"), "25.0.3", 25);
        return new Matrix("test", List.of(Grid.DEFAULTS), Preset.QUICK)
                .narrow(Map.of(
                        Dimension.CONTAINER, List.of(container),
                        Dimension.CONNECTOR, List.of(connector),
                        Dimension.THREAD_KIND, List.of("platform"),
                        Dimension.WORKLOAD, List.of(workload)))
                .narrow(given)
                .expand(
                        new MatrixHost(wanted -> jdk, nofileHard, new AtmosphereVersions("3.1.0", "4.0.33")),
                        OptionalInt.empty())
                .get(0);
    }
}
