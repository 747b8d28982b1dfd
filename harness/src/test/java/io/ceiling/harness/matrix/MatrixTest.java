package io.ceiling.harness.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.report.Cells;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MatrixTest {

    private static final Jdk JDK_25 = new Jdk(Path.of("/jdk25"), "25.0.3", 25);
    private static final Jdk JDK_17 = new Jdk(Path.of("/jdk17"), "17.0.15", 17);

    private final MatrixHost matrixHost =
            new MatrixHost(wanted -> wanted.equals("17") ? JDK_17 : JDK_25, 20_000, "3.1.0");

    @Test
    void quickHasEveryConnectorAndThreadKindForEachWorkload() {
        List<Scenario> tomcat = expand(Preset.QUICK, "container=tomcat");
        List<Scenario> jetty = expand(Preset.QUICK, "container=jetty");

        assertThat(tomcat).hasSize(39);
        assertThat(jetty).hasSize(20);
        assertThat(tomcat.subList(0, 30))
                .allSatisfy(
                        scenario -> assertThat(scenario.sizes().maxThreads()).isEqualTo(Limit.DEFAULT))
                .extracting(Scenario::connector, Scenario::threadKind, Scenario::workload)
                .doesNotHaveDuplicates();
        assertThat(List.of(tomcat.get(38), jetty.get(19)))
                .extracting(Scenario::workload)
                .containsOnly(Workloads.BROADCAST);
        List<Workload> inEveryCell = Workloads.ofWebApplication().stream()
                .filter(workload -> !workload.subscribes())
                .toList();
        for (Workload workload : inEveryCell) {
            assertThat(tomcat.subList(0, 30))
                    .filteredOn(scenario -> scenario.workload() == workload)
                    .hasSize(5);
            assertThat(jetty.subList(0, 12))
                    .filteredOn(scenario -> scenario.workload() == workload)
                    .hasSize(2);
        }
    }

    @Test
    void smokeMeetsThreadsDescriptorsAndConnectionsInEveryContainer() {
        List<Scenario> all = expand(Preset.SMOKE);

        assertThat(all)
                .extracting(
                        Scenario::container,
                        Scenario::workload,
                        scenario -> scenario.sizes().maxThreads(),
                        Scenario::nofile,
                        scenario -> scenario.sizes().maxConnections())
                .containsExactlyInAnyOrderElementsOf(Containers.all().stream()
                        .map(ContainerKind::name)
                        .flatMap(name -> Stream.of(
                                tuple(name, Workloads.RECURSIVE, Limit.of(40), Limit.of(512), Limit.DEFAULT),
                                tuple(name, Workloads.WEBSOCKET, Limit.DEFAULT, Limit.of(512), Limit.DEFAULT),
                                tuple(name, Workloads.HOLD_ASYNC, Limit.DEFAULT, Limit.of(512), Limit.of(200))))
                        .toList());
    }

    @Test
    void everyVariationOfQuickDiffersFromABaseCellInOneVariable() {
        List<Scenario> all = expand(Preset.QUICK);
        Limit heap = all.get(0).jvm().heapMaxBytes();

        List<Scenario> variations = all.stream()
                .filter(scenario -> scenario.sizes().maxThreads().isNumber()
                        || scenario.sizes().bufferBytes().isPresent()
                        || !scenario.jvm().heapMaxBytes().equals(heap))
                .toList();

        // Seven of each container, and one of the blocking connector.
        assertThat(variations).hasSize(7 * Containers.all().size() + 1).allSatisfy(scenario -> {
            int varied = (scenario.sizes().maxThreads().isNumber() ? 1 : 0)
                    + (scenario.sizes().bufferBytes().isPresent() ? 1 : 0)
                    + (!scenario.jvm().heapMaxBytes().equals(heap) ? 1 : 0);
            assertThat(varied).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void noPresetHasACellThatNoContainerHasNorTwoOfOneName(Preset preset) {
        List<Scenario> scenarios = expand(preset);

        assertThat(scenarios).allSatisfy(scenario -> assertThat(
                        Containers.of(scenario.container()).serverProgram(scenario.connector()))
                .isPresent());
        assertThat(scenarios).extracting(Scenario::name).doesNotHaveDuplicates();
        assertThat(scenarios).isEqualTo(expand(preset));
    }

    @Test
    void seedsClimbTheStaircaseOneSettingAtATime() {
        List<Scenario> staircase = expand(Preset.SEEDS, "forks=1").subList(0, 6);

        assertThat(staircase)
                .extracting(
                        Scenario::connector,
                        scenario -> scenario.sizes().maxThreads(),
                        Scenario::nofile,
                        scenario -> scenario.jvm().heapMaxBytes(),
                        scenario -> scenario.sizes().bufferBytes())
                .containsExactly(
                        row(Connector.BIO, 40, 1024, 512, 0),
                        row(Connector.BIO, 12_000, 1024, 512, 0),
                        row(Connector.NIO, 12_000, 1024, 512, 0),
                        row(Connector.NIO, 12_000, 20_000, 512, 0),
                        row(Connector.NIO, 12_000, 20_000, 2048, 0),
                        row(Connector.NIO, 12_000, 20_000, 2048, 1024));
    }

    @Test
    void presetsFitASmallLimitOfDescriptors() {
        List<Scenario> scenarios =
                Preset.QUICK.matrix(1024).expand(new MatrixHost(wanted -> JDK_25, 1024, "3.1.0"), OptionalInt.empty());

        assertThat(scenarios).extracting(Scenario::nofile).containsOnly(Limit.of(1024));
    }

    @Test
    void fullHasTheGridThreeTimesOneForkAfterTheOther() {
        List<Scenario> scenarios = expand(Preset.FULL);

        int connectors = Containers.all().stream()
                .mapToInt(kind -> kind.connectors().size())
                .sum();
        // Platform threads: 7 workloads x 2 threads x 2 buffers x 3 heaps; virtual: without threads.
        int cells = connectors * 7 * 12 + connectors * 7 * 6;
        assertThat(scenarios).hasSize(3 * cells);
        assertThat(scenarios.subList(0, cells)).extracting(Scenario::fork).containsOnly(1);
        assertThat(scenarios.subList(2 * cells, 3 * cells))
                .extracting(Scenario::fork)
                .containsOnly(3);
    }

    @Test
    void onlySubscribersHaveTransportsAndBroadcasters() {
        List<Scenario> scenarios = expand(
                Preset.FULL,
                "container=tomcat connector=bio thread-kind=platform threads=default buffer=default",
                "heap=1073741824 forks=1 workload=keep-alive,broadcast transport=websocket,sse",
                "broadcaster=channel,default");

        assertThat(scenarios)
                .extracting(Scenario::workload, Scenario::messaging)
                .containsExactlyInAnyOrder(
                        tuple(Workloads.KEEP_ALIVE, Optional.empty()),
                        tuple(Workloads.BROADCAST, Optional.of(new Messaging("websocket", "channel", "uuid"))),
                        tuple(Workloads.BROADCAST, Optional.of(new Messaging("websocket", "default", "uuid"))),
                        tuple(Workloads.BROADCAST, Optional.of(new Messaging("sse", "channel", "uuid"))),
                        tuple(Workloads.BROADCAST, Optional.of(new Messaging("sse", "default", "uuid"))));
    }

    @Test
    void selectorsChooseCellsAndOtherOptionsReplaceValues() {
        List<Scenario> scenarios =
                expand(Preset.QUICK, "container=tomcat connector=nio workload=websocket heap=1073741824");

        assertThat(scenarios)
                .extracting(
                        Scenario::threadKind,
                        scenario -> scenario.sizes().bufferBytes().isPresent())
                .containsExactly(
                        tuple(ThreadKind.PLATFORM, false),
                        tuple(ThreadKind.VIRTUAL, false),
                        tuple(ThreadKind.PLATFORM, true));
        assertThat(scenarios)
                .extracting(scenario -> scenario.jvm().heapMaxBytes())
                .containsOnly(Limit.of(1L << 30));
    }

    @Test
    void threadsDoNotMultiplyVirtualCells() {
        List<Scenario> scenarios = expand(
                Preset.FULL,
                "container=jetty thread-kind=virtual threads=200,2000 workload=recursive buffer=default",
                "heap=536870912 forks=1");

        assertThat(scenarios)
                .singleElement()
                .extracting(scenario -> scenario.sizes().maxThreads())
                .isEqualTo(Limit.DEFAULT);
    }

    @Test
    void theVersionOfAtmosphereComesFromTheBuild() {
        assertThat(MatrixHost.atmosphereOfBuild()).startsWith("3.1");
    }

    @Test
    void virtualThreadsAreSkippedOnAnOldJdk() {
        List<Scenario> scenarios = expand(Preset.QUICK, "jdk=17 container=jetty");

        assertThat(scenarios)
                .filteredOn(scenario -> scenario.threadKind() == ThreadKind.VIRTUAL)
                .hasSize(6)
                .allSatisfy(scenario -> assertThat(Scenarios.skipReason(scenario))
                        .contains("virtual threads need JDK >= 21, found 17"));
        assertThat(scenarios)
                .filteredOn(scenario -> scenario.threadKind() == ThreadKind.PLATFORM)
                .allSatisfy(
                        scenario -> assertThat(Scenarios.skipReason(scenario)).isEmpty());
    }

    @Test
    void aServerThatPublishesNothingItselfHasRoomsAndNoRampOfSubscribers() {
        List<Scenario> scenarios =
                expand(Preset.FULL, "container=cometd,jetty workload=broadcast,keep-alive transport=long-polling");

        assertThat(scenarios).allSatisfy(scenario -> assertThat(Scenarios.skipReason(scenario))
                .isEmpty());
        assertThat(scenarios)
                .filteredOn(scenario -> Scenarios.noRamp(scenario).isPresent())
                .isNotEmpty()
                .allSatisfy(
                        scenario -> assertThat(Scenarios.noRamp(scenario))
                                .contains(
                                        "workload broadcast needs a server that publishes by itself, only members publish with container cometd. Hint: ./ceiling rooms --container cometd"))
                .allSatisfy(scenario -> assertThat(scenario.container()).isEqualTo("cometd"));
        assertThat(scenarios)
                .filteredOn(scenario -> scenario.container().equals("cometd"))
                .extracting(scenario -> scenario.workload().label())
                .contains("broadcast", "keep-alive");
    }

    @Test
    void onlyAContainerWithAHeaderCacheHasAnotherSizeOfIt() {
        List<Scenario> scenarios = expand(Preset.QUICK, "header-cache=default,64");

        assertThat(scenarios)
                .filteredOn(scenario -> scenario.sizes().headerCacheNodes().isEmpty())
                .isEqualTo(expand(Preset.QUICK));
        assertThat(scenarios)
                .filteredOn(scenario -> scenario.sizes().headerCacheNodes().equals(OptionalInt.of(64)))
                .hasSize(20)
                .extracting(Scenario::container)
                .containsOnly("jetty");
    }

    @Test
    void aRampCannotEndAtItsCapUnlessOneWasGiven() {
        List<Scenario> scenarios = expand(Preset.QUICK);
        List<Scenario> capped = Preset.QUICK.matrix(20_000).expand(matrixHost, OptionalInt.of(300));

        assertThat(scenarios).allSatisfy(scenario -> assertThat(scenario.capConnections())
                .isGreaterThanOrEqualTo((int) scenario.nofile().orElse(0)));
        assertThat(capped).extracting(Scenario::capConnections).containsOnly(300);
    }

    @Test
    void combinationsThatDoNotExistAreRefused() {
        assertThatThrownBy(() -> expand(Preset.QUICK, "container=jetty connector=nio2"))
                .hasMessageContaining("no container of this matrix has such a connector")
                .hasMessageContaining("jetty has nio")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> expand(Preset.SEEDS, "container=jetty workload=hold-blocking"))
                .hasMessageContaining("seeds has no scenario with");
    }

    @Test
    void everyWorkloadCanUseSeveralServers() {
        List<Scenario> scenarios = expand(Preset.QUICK, "instances=1,3");

        assertThat(scenarios).extracting(Scenario::instances).contains(1, 3);
        assertThat(scenarios)
                .filteredOn(scenario -> scenario.instances() == 3)
                .allSatisfy(
                        scenario -> assertThat(Scenarios.skipReason(scenario)).isEmpty())
                .extracting(scenario -> scenario.workload().isRecursive())
                .contains(true, false);
    }

    @Test
    void theCapOfSeveralServersIsBeyondTheDescriptorsOfAll() {
        List<Scenario> scenarios = expand(Preset.QUICK, "instances=3 nofile=1000 workload=keep-alive");

        assertThat(scenarios).allSatisfy(scenario -> {
            assertThat(scenario.capConnections()).isEqualTo(3000);
            assertThat(scenario.capPerServer()).isEqualTo(1000);
        });
    }

    @ParameterizedTest
    @CsvSource({"instances=7, G1, false", "instances=8, Serial, true", "instances=8 gc=G1, G1, true"})
    void manyServersHaveOneCompilerAndTheCollectorOfTheSmallestFootprintUnlessAnotherIsAskedFor(
            String given, String collector, boolean oneCompiler) {
        assertThat(expand(Preset.QUICK, given))
                .extracting(Scenario::jvm)
                .isNotEmpty()
                .allMatch(jvm -> jvm.garbageCollector().equals(collector) && jvm.oneCompiler() == oneCompiler);
    }

    @Test
    void aRingIsNamedAndItsCapIsBeyondAllDescriptorsOfItsServers() {
        List<Scenario> scenarios = expand(Preset.SEEDS, "instances=3 nofile=20000 workload=recursive");

        assertThat(scenarios).extracting(Scenario::capConnections).containsOnly(60_000);
        assertThat(scenarios).allSatisfy(scenario -> assertThat(scenario.name()).contains("-nofile20000-x3-jdk"));
    }

    @Test
    void moreDescriptorsThanThisProcessMayHaveAreRefused() {
        assertThatThrownBy(() -> expand(Preset.QUICK, "nofile=30000"))
                .hasMessageStartingWith("nofile must be <= 20000, the hard limit of this process, was 30000. Hint: ");
    }

    @Test
    void aMatrixOutOfHandIsRefusedBeforeItIsMade() {
        List<String> many =
                IntStream.rangeClosed(1, 3000).mapToObj(Integer::toString).toList();

        assertThatThrownBy(() -> expand(Preset.FULL, Map.of(Dimension.THREADS, many, Dimension.ACCEPT_COUNT, many)))
                .hasMessageMatching("full would have \\d+ scenarios, allowed are 100000");
    }

    @Test
    void twoJdksOfOneVersionAreRefused() {
        MatrixHost twins = new MatrixHost(wanted -> new Jdk(Path.of(wanted), "25.0.3", 25), 20_000, "3.1.0");

        assertThatThrownBy(() -> Preset.QUICK
                        .matrix(20_000)
                        .narrow(Map.of(Dimension.JDK, List.of("/a", "/b")))
                        .expand(twins, OptionalInt.empty()))
                .hasMessageContaining("two different scenarios have the name")
                .hasMessageContaining("JDK /a and JDK /b");
    }

    @Test
    void scenariosThatDifferHaveNamesThatDiffer() {
        List<Scenario> scenarios = expand(
                Preset.QUICK,
                "gc=G1,Serial direct-memory=default,67108864 stack=default,262144 header-cache=default,0,64",
                "jdk=17,newest");

        assertThat(new HashSet<>(scenarios)).hasSameSizeAs(scenarios);
        assertThat(scenarios).extracting(Scenario::name).doesNotHaveDuplicates();
    }

    /** Dimensions that are given, such as {@code workload=websocket threads=200,2000}. */
    private List<Scenario> expand(Preset preset, String... given) {
        Map<Dimension, List<String>> values = new EnumMap<>(Dimension.class);
        Cells.of(given)
                .forEach((name, value) -> values.put(
                        Dimension.valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT)),
                        List.of(value.split(",", -1))));
        return expand(preset, values);
    }

    private List<Scenario> expand(Preset preset, Map<Dimension, List<String>> given) {
        return preset.matrix(matrixHost.nofileHard()).narrow(given).expand(matrixHost, OptionalInt.empty());
    }

    private static Tuple row(Connector connector, int threads, int nofile, long heapMiB, int buffer) {
        return tuple(
                connector,
                Limit.of(threads),
                Limit.of(nofile),
                Limit.of(heapMiB << 20),
                buffer == 0 ? OptionalInt.empty() : OptionalInt.of(buffer));
    }
}
