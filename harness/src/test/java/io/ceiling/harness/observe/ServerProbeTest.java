package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.Limit;
import io.ceiling.harness.observe.jmx.GarbageCollectors;
import io.ceiling.harness.observe.jmx.JmxProbe;
import io.ceiling.harness.observe.jmx.JmxReading;
import io.ceiling.harness.observe.jmx.PerfCounters;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.JvmReadback;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ServerProbeTest {

    private final Path folder;

    ServerProbeTest(@TempDir Path folder) {
        this.folder = folder;
    }

    /** The first one that is as wanted: on a busy machine a JVM leaves a question without an answer now and then. */
    private static <T> T first(Supplier<T> readings, Predicate<T> wanted) {
        T reading = readings.get();
        while (!wanted.test(reading)) {
            reading = readings.get();
        }
        return reading;
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void readsAnotherJvmAndTheContainerInIt() throws Exception {
        try (ChildJvm child = ChildJvm.start(100);
                ServerProbe probe = ServerProbe.open(child.pid(), GaugesFile.create(folder.resolve("gauges")))) {

            ServerReading reading =
                    first(probe::reading, seen -> seen.connections().equals(Observation.of(17)));
            ServerProbe.Collected collected = first(() -> probe.readingAfterGc(true), ServerProbe.Collected::afterGc);

            assertThat(probe.blindSpots()).isEmpty();
            assertThat(reading.maxConnections()).isEqualTo(Limit.of(8192));
            assertThat(reading.pool().poolThreads()).isEqualTo(Observation.of(10));
            assertThat(reading.busyThreads()).isEqualTo(Observation.of(3));
            assertThat(reading.maxThreads()).isEqualTo(Limit.of(200));
            assertThat(reading.pool().queuedRequests()).isEqualTo(Observation.of(1));
            assertThat(reading.deepestLevel()).isEqualTo(Observation.NOT_SEEN);
            assertThat(reading.openDescriptors().orElse(-1)).isBetween(100L, 300L);
            assertThat(reading.maxDescriptors().orElse(-1)).isPositive();
            assertThat(reading.threads().orElse(-1)).isPositive();
            assertThat(reading.rssBytes().orElse(-1)).isGreaterThan(1 << 20);
            assertThat(reading.memory().pssBytes()).isEqualTo(Observation.NOT_SEEN);
            assertThat(reading.heapMaxBytes().orElse(-1)).isBetween(48L << 20, 64L << 20);
            assertThat(reading.cpuNanos().orElse(-1)).isPositive();
            assertThat(collected.reading().gcCount().since(reading.gcCount()).orElse(0))
                    .isPositive();
            assertThat(collected.reading().memory().pssBytes().orElse(-1)).isGreaterThan(1 << 20);
            assertThat(probe.processors()).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+DisableExplicitGC, -XX:+DisableExplicitGC",
        "-XX:+ExplicitGCInvokesConcurrent, -XX:+ExplicitGCInvokesConcurrent",
        "-XX:-DisableExplicitGC,",
        "-XX:+UseG1GC,"
    })
    @EnabledOnOs(OS.LINUX)
    void aJvmTellsTheOptionByWhichItRefusesFullCollections(String option, @Nullable String refusal) throws Exception {
        Path jdk = Path.of(System.getProperty("java.home"));
        try (ChildJvm child = ChildJvm.start(jdk, 0, "-Xmx64m", option);
                ServerProbe probe = ServerProbe.open(child.pid(), GaugesFile.create(folder.resolve("gauges")))) {
            await(() -> !probe.jvm().equals(JvmReadback.NOT_SEEN));

            assertThat(probe.refusalOfCollections()).isEqualTo(Optional.ofNullable(refusal));
            JvmAccess refused = probe.access(Optional.of(option));
            assertThat(refused.jmx()).isEmpty();
            assertThat(refused.whyNoJmx()).contains(option);
            assertThat(probe.access(Optional.empty()).jmx()).isPresent();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aStoppedServerIsStillSeenFromOutsideAndHeardAgainWhenItGoesOn() throws Exception {
        try (ChildJvm child = ChildJvm.start(0);
                JmxProbe jmx = JmxProbe.open(child.pid(), Duration.ofSeconds(30), Duration.ofMillis(500))) {
            await(() -> jmx.reading().memory().heapUsedBytes().isAtLeast(1));

            child.stop();
            JmxReading stopped = jmx.reading();
            boolean collected = jmx.fullGc(Duration.ofSeconds(30));

            assertThat(stopped).isEqualTo(JmxReading.UNSEEN);
            assertThat(jmx.isHung()).isTrue();
            // Does not wait for its own 30 s: the first call is still stuck.
            assertThat(collected).isFalse();
            assertThat(jmx.isGone()).isFalse();
            assertThat(new ProcessReader(child.pid()).status().rssBytes()).isPositive();

            child.signal("CONT");
            await(() -> jmx.reading().pool().connections().equals(Observation.of(17)));
            assertThat(jmx.isHung()).isFalse();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void collectionsAndHeapAreSeenWhileTheServerHangsAndAfterItDied() throws Exception {
        try (ChildJvm child = ChildJvm.start(0);
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            await(() -> probe.readingAfterGc(true).afterGc());
            ServerReading awake =
                    first(probe::reading, seen -> seen.heapMaxBytes().isNumber());

            child.stop();
            ServerReading hung = probe.reading();
            child.kill();
            ServerReading dead = probe.reading();

            for (ServerReading reading : List.of(hung, dead)) {
                assertThat(reading.gcCount()).isEqualTo(awake.gcCount()).matches(seen -> seen.isAtLeast(1));
                assertThat(reading.cpu().gcNanos())
                        .isEqualTo(awake.cpu().gcNanos())
                        .matches(seen -> seen.isAtLeast(1));
                assertThat(reading.heapUsedBytes().orElse(-1))
                        .isBetween(1L << 18, awake.heapMaxBytes().orElse(-1));
                assertThat(reading.heapMaxBytes()).isEqualTo(awake.heapMaxBytes());
            }
        }
    }

    @Test
    void countersThatAreNotThereOrOfAnotherLayoutAreNotSeen() throws Exception {
        Path user = Files.createDirectory(folder.resolve("hsperfdata_someone"));
        Files.write(user.resolve("7"), new byte[64]);

        assertThat(PerfCounters.of(folder, 7)).isEmpty();
        assertThat(PerfCounters.of(folder, 8)).isEmpty();
        assertThat(PerfCounters.of(folder.resolve("none"), 7)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aServerThatDiedIsGone() throws Exception {
        try (ChildJvm child = ChildJvm.start(0);
                JmxProbe jmx = JmxProbe.open(child.pid(), Duration.ofSeconds(30), Duration.ofSeconds(5))) {
            child.kill();

            assertThat(jmx.reading()).isEqualTo(JmxReading.UNSEEN);
            assertThat(jmx.isGone()).isTrue();
            assertThat(new ProcessReader(child.pid()).openDescriptors()).isEqualTo(-1);
        }
    }

    @Test
    void aJvmThatIsNotThereCannotBeAttachedTo() {
        long noPid = Integer.MAX_VALUE;

        assertThatThrownBy(() -> JmxProbe.open(noPid))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot attach to the JVM with pid 2147483647");
        try (ServerProbe probe = ServerProbe.open(folder, noPid, null, ListenQueueProbe.ofNone())) {
            assertThat(probe.blindSpots()).hasSize(2);
            assertThat(probe.reading()).isEqualTo(ServerReading.NOT_SEEN);
            assertThat(probe.readingAfterGc(true).afterGc()).isFalse();
        }
    }

    @Test
    void onlyCollectorsThatStopTheThreadsCount() {
        assertThat(List.of(
                        "Copy", "MarkSweepCompact",
                        "G1 Young Generation", "G1 Old Generation",
                        "PS MarkSweep", "ZGC Pauses",
                        "ZGC Minor Pauses", "Shenandoah Pauses"))
                .allMatch(GarbageCollectors::stopsThreads);
        assertThat(List.of("ZGC Cycles", "ZGC Major Cycles", "Shenandoah Cycles", "G1 Concurrent GC"))
                .noneMatch(GarbageCollectors::stopsThreads);
    }
}
