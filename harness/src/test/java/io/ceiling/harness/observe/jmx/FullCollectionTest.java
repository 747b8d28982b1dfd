package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ceiling.harness.observe.ChildJvm;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.server.JdkFinder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class FullCollectionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path OWN = Path.of(System.getProperty("java.home"));

    private static boolean isCollected(Path jdk, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-Xmx256m"));
        all.addAll(List.of(options));
        try (ChildJvm child = ChildJvm.start(jdk, 0, all.toArray(String[]::new));
                JmxProbe jmx = JmxProbe.open(child.pid(), PATIENCE, PATIENCE)) {
            boolean first = jmx.fullGc(PATIENCE);
            assertThat(jmx.fullGc(PATIENCE)).isEqualTo(first);
            return first;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC", "-XX:+UseZGC"})
    void aCollectionIsSeenWhicheverCollectorRunsIt(String collector) throws Exception {
        assertThat(isCollected(OWN, collector)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+DisableExplicitGC", "-XX:+ExplicitGCInvokesConcurrent"})
    void aJvmThatDoesNotDoAsAskedIsMadeToByACommand(String flag) throws Exception {
        assertThat(isCollected(OWN, "-XX:+UseG1GC", flag)).isTrue();
    }

    @Test
    void whatAJvmDoesNotCollectIsNotAfterACollection() throws Exception {
        assertThat(isCollected(OWN, "-XX:+UseG1GC", "-XX:+DisableExplicitGC", "-D" + ChildJvm.NO_COMMANDS + "=true"))
                .isFalse();
        assertThat(isCollected(OWN, "-XX:+UseG1GC", "-D" + ChildJvm.NO_COMMANDS + "=true"))
                .isTrue();
    }

    private static Stream<Path> generationalZ() {
        return JdkFinder.ofHost().find().stream()
                .filter(jdk -> jdk.feature() >= 24)
                .map(Jdk::home)
                .limit(1);
    }

    @Test
    void aCollectionOfGenerationalZIsSeenBothWays() throws Exception {
        List<Path> jdks = generationalZ().toList();
        assumeThat(jdks).as("a JDK 24 or newer").isNotEmpty();

        assertThat(isCollected(jdks.get(0), "-XX:+UseZGC")).isTrue();
        assertThat(isCollected(jdks.get(0), "-XX:+UseZGC", "-XX:+DisableExplicitGC"))
                .isTrue();
        assertThat(isCollected(
                        jdks.get(0), "-XX:+UseZGC", "-XX:+DisableExplicitGC", "-D" + ChildJvm.NO_COMMANDS + "=true"))
                .isFalse();
    }

    @Test
    void onlyCollectionsOfTheWholeHeapCount() {
        assertThat(List.of(
                        "MarkSweepCompact", "PS MarkSweep",
                        "G1 Old Generation", "ZGC Cycles",
                        "ZGC Major Cycles", "Shenandoah Cycles"))
                .allMatch(GarbageCollectors::collectsTheWholeHeap);
        assertThat(List.of(
                        "Copy",
                        "PS Scavenge",
                        "G1 Young Generation",
                        "G1 Concurrent GC",
                        "ZGC Pauses",
                        "ZGC Minor Cycles",
                        "ZGC Minor Pauses",
                        "ZGC Major Pauses",
                        "Shenandoah Pauses"))
                .noneMatch(GarbageCollectors::collectsTheWholeHeap);
    }
}
