package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.Limit;
import io.ceiling.harness.observe.ChildJvm;
import io.ceiling.harness.observe.JvmAccess;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.observe.jmx.JmxReading;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryProbeTest {

    private static final long MEBIBYTE = 1L << 20;

    private static JmxReading.JvmMemory heap(long usedMebibytes, long maxMebibytes) {
        return new JmxReading.JvmMemory(
                Observation.of(usedMebibytes * MEBIBYTE),
                Limit.of(maxMebibytes * MEBIBYTE),
                Observation.NOT_SEEN,
                Limit.NOT_SEEN);
    }

    @Test
    void smallHeapWithRoomOnTheDiskIsDumped() {
        assertThatCode(() -> MemoryProbe.requireRoom(heap(60, 512), 200 * MEBIBYTE))
                .doesNotThrowAnyException();
    }

    @Test
    void fullDiskIsNamedWithWhatItLacks() {
        assertThatThrownBy(() -> MemoryProbe.requireRoom(heap(60, 512), 100 * MEBIBYTE))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "a heap dump needs 121 MiB of disk, 100 MiB are free. Hint: --results=FOLDER on another disk");
    }

    @Test
    void nearlyFullHeapIsLeftAlone() {
        assertThatThrownBy(() -> MemoryProbe.requireRoom(heap(95, 100), 900 * MEBIBYTE))
                .hasMessage(
                        "its heap is full to 95 %, and is dumped up to 90 %. Hint: a smaller --cap, or a larger -Xmx");
    }

    @Test
    void largeHeapIsLeftAlone() {
        assertThatThrownBy(() -> MemoryProbe.requireRoom(heap(2_000, 9_000), 90_000 * MEBIBYTE))
                .hasMessage("its heap has 2000 MiB, and at most 1024 MiB are dumped. Hint: a smaller --cap");
    }

    @Test
    void dumpLargerThanTheMemoryOfThisProcessIsNotWalkedThrough() {
        assertThatThrownBy(() -> MemoryProbe.requireMemory(700 * MEBIBYTE, 512 * MEBIBYTE))
                .hasMessage(
                        "the dump has 700 MiB, and a walk through it needs as much memory, of which ceiling has 512 MiB. Hint: a smaller --cap, or a larger CEILING_HEAP");
        assertThatCode(() -> MemoryProbe.requireMemory(512 * MEBIBYTE, 512 * MEBIBYTE))
                .doesNotThrowAnyException();
    }

    @Test
    void withoutJmxTheReasonIsGiven(@TempDir Path folder) {
        MemoryProbe probe = new MemoryProbe(
                new JvmAccess(new ProcessReader(1), Optional.empty(), "cannot attach to the JVM with pid 1"));

        assertThat(probe.histogram()).isEmpty();
        assertThat(probe.nativeMemory()).isEmpty();
        assertThat(probe.whyNoHeap()).contains("cannot attach to the JVM with pid 1");
        assertThatThrownBy(() -> probe.heldObjects(folder, "x.hprof", false))
                .hasMessage("cannot attach to the JVM with pid 1");
    }

    @Test
    void aForkedJvmIsReadAndItsDumpIsGone(@TempDir Path folder) throws Exception {
        try (ChildJvm jvm = ChildJvm.start(
                        Path.of(System.getProperty("java.home")), 0, "-Xmx64m", "-XX:NativeMemoryTracking=summary");
                ServerProbe server = ServerProbe.open(jvm.pid(), null)) {
            MemoryProbe memory = new MemoryProbe(server.access(Optional.empty()));

            HeldObjects held = memory.heldObjects(folder, "x.hprof", false);

            assertThat(memory.histogram().orElseThrow().of("java.lang.String").instances())
                    .isPositive();
            assertThat(memory.nativeMemory().orElseThrow().categories()).containsKey("GC");
            assertThat(held.groups()).isNotEmpty();
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files.filter(file -> file.toString().contains(".hprof")))
                        .isEmpty();
            }
        }
    }
}
