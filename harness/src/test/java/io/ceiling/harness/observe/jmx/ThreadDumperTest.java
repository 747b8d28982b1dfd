package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ceiling.harness.observe.ChildJvm;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.verdict.threads.ThreadSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dumps of real JVMs: this one, and a child that the probe attaches to. */
class ThreadDumperTest {

    private static final long NOBODY = -1;

    @Test
    void dumpsTheThreadsOfAnotherJvmWithTheirFrames() throws IOException {
        try (ChildJvm child = ChildJvm.start(0);
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            ThreadDump dump = probe.dumpThreads(true).orElseThrow();

            assertThat(dump.platformThreads()).isGreaterThan(3);
            assertThat(dump.threads())
                    .filteredOn(thread -> thread.name().equals("main"))
                    .singleElement()
                    .satisfies(main -> assertThat(main.frames())
                            .extracting(ThreadStack.Frame::type)
                            .contains(ChildJvm.class.getName()));
            ThreadPools summary = ThreadSummary.of(List.of(dump, dump));
            assertThat(summary.hasEnoughDumps()).isTrue();
            assertThat(summary.requestPools()).isEmpty();
        }
    }

    @Test
    void dumpsVirtualThreadsAndLeavesNoFile() throws IOException {
        Path jdk = Path.of(System.getProperty("java.home"));
        try (Stream<Path> siblings = Files.list(jdk.resolveSibling(""))) {
            jdk = siblings.filter(ThreadDumperTest::hasVirtualThreads)
                    .findFirst()
                    .orElse(jdk);
        }
        assumeTrue(hasVirtualThreads(jdk), "no JDK with virtual threads beside this one");
        long before = dumpFolders();
        try (ChildJvm child = ChildJvm.start(jdk, 0, "-Xmx64m", "-XX:+UseSerialGC");
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            ThreadDump dump = probe.dumpThreads(true).orElseThrow();

            assertThat(dump.notSeen()).isEmpty();
            assertThat(dump.scheduler().parallelism().isSeen()).isTrue();
            assertThat(probe.dumpThreads(false).orElseThrow().notSeen())
                    .isEqualTo("virtual threads (there may be more than 20000)");
        }
        assertThat(dumpFolders()).isEqualTo(before);
    }

    private static boolean hasVirtualThreads(Path jdk) {
        try {
            return Files.isExecutable(jdk.resolve("bin/java"))
                    && Files.readString(jdk.resolve("release")).contains("JAVA_VERSION=\"25");
        } catch (IOException e) {
            return false;
        }
    }

    private static long dumpFolders() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("ceiling-threads"))
                    .count();
        }
    }

    @Test
    void aServerThatIsStoppedGivesNoDumpAndNoError() throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(0);
                JmxProbe jmx = JmxProbe.open(child.pid());
                DumpFolder folder = DumpFolder.of(child.pid(), true)) {
            child.stop();

            assertThat(jmx.dumpThreads(folder.room(), Duration.ofMillis(300))).isEmpty();
            assertThat(jmx.isHung()).isTrue();
            assertThat(jmx.dumpThreads(folder.room())).isEmpty();
            child.signal("CONT");
        }
    }

    @Test
    void virtualThreadsOfAProcessThatIsNotSeenAreNotSeen() {
        try (DumpFolder folder = DumpFolder.of(NOBODY, true)) {
            assertThat(folder.room().folder()).isNull();
            assertThat(folder.room().why()).isEqualTo("its process is not seen");
        }
    }

    @Test
    void aFolderForADumpIsGoneWithItsFile() throws IOException {
        Path made;
        try (DumpFolder folder = DumpFolder.of(ProcessHandle.current().pid(), true)) {
            made = Objects.requireNonNull(folder.room().folder());
            Path ignored = Files.writeString(made.resolve("threads.json"), "{}");
        }

        assertThat(made).doesNotExist();
    }

    @Test
    void ofVeryManyThreadsAsManyAreTakenAtEvenDistances() {
        long[] all = new long[3 * ThreadDumper.MAX_THREADS];
        Arrays.setAll(all, i -> i);

        long[] some = ThreadDumper.sample(all);

        assertThat(some).hasSize(ThreadDumper.MAX_THREADS).startsWith(0, 3, 6).doesNotHaveDuplicates();
        assertThat(ThreadDumper.sample(new long[] {1, 2})).containsExactly(1, 2);
    }
}
