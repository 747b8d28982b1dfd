package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.observe.ChildJvm;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.JvmReadback;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import io.ceiling.harness.reading.ThreadStack.Lock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLinkTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJvmWhoseSerialFilterRefusesJmxIsAskedWithCommands() throws IOException {
        try (ChildJvm child = child("-Djdk.serialFilter=!*");
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            assertThat(probe.blindSpots())
                    .singleElement()
                    .asString()
                    .startsWith("direct memory and thread pool of the server: it refuses JMX: ")
                    .contains("REJECTED");
            ThreadDump dump = probe.dumpThreads(false).orElseThrow();
            assertThat(dump.threads())
                    .filteredOn(thread -> thread.name().equals("main"))
                    .singleElement()
                    .satisfies(main ->
                            assertThat(main.frames()).extracting(Frame::type).contains(ChildJvm.class.getName()));
            assertThat(probe.access(Optional.empty()).jmx().orElseThrow().diagnostic("gcClassHistogram"))
                    .contains("java.lang.String");
            assertThat(probe.reading().heapMaxBytes().orElse(0)).isEqualTo(64L << 20);
            assertThat(probe.reading().directMaxBytes()).isEqualTo(Limit.of(64L << 20));
            assertThat(probe.software().jdk()).isEqualTo(System.getProperty("java.version"));
            ServerProbe.Collected collected = probe.readingAfterGc(false);
            assertThat(collected.afterGc()).isTrue();
            assertThat(collected.reading().heapUsedBytes().orElse(0)).isBetween(1L << 16, 64L << 20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Djdk.serialFilter=!*", "-Dasked.over=jmx"})
    @EnabledOnOs(OS.LINUX)
    void theLimitOfDirectBuffersIsItsFlag(String option) throws IOException {
        try (ChildJvm child = child(option, "-XX:MaxDirectMemorySize=128m");
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            assertThat(probe.reading().directMaxBytes()).isEqualTo(Limit.of(128L << 20));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Djdk.serialFilter=!*", "-Dasked.over=jmx"})
    @EnabledOnOs(OS.LINUX)
    void aJvmReportsTheSettingsThatItUses(String option) throws IOException {
        try (ChildJvm child = child(option, "-Xss512k", "-XX:MaxDirectMemorySize=32m");
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            assertThat(probe.jvm())
                    .isEqualTo(
                            new JvmReadback(Limit.of(64L << 20), Limit.of(512L << 10), Limit.of(32L << 20), "Serial"));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void withoutItsFlagTheLimitOfDirectBuffersFollowsTheHeap() throws IOException {
        try (ChildJvm child = child("-Dasked.over=jmx");
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            assertThat(probe.reading().directMaxBytes())
                    .isEqualTo(probe.reading().heapMaxBytes());
            assertThat(probe.reading().directMaxBytes().isNumber()).isTrue();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJvmThatReducesSignalsIsAskedOverTheSocketThatItOpensItself() throws IOException {
        try (ChildJvm child = child("-Xrs");
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            assertThat(probe.dumpThreads(false)).isPresent();
            assertThat(child.isAlive()).isTrue();
        }
    }

    private static ChildJvm child(String... options) throws IOException {
        return ChildJvm.start(
                Path.of(System.getProperty("java.home")),
                0,
                Stream.concat(Stream.of("-Xmx64m", "-XX:+UseSerialGC"), Stream.of(options))
                        .toArray(String[]::new));
    }

    @Test
    void threadsAreReadWithTheirFramesAndLocks() {
        String text =
                """
                Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

                "hol"der 1" #16 [19458] prio=5 os_prio=0 cpu=0.26ms elapsed=2.38s tid=0x00007f nid=19458 waiting on condition  [0x00007f]
                   java.lang.Thread.State: TIMED_WAITING (sleeping)
                	at java.lang.Thread.sleepNanos0(java.base@25.0.3/Native Method)
                	at B.lambda$main$0(B.java:3)
                	- locked <0x00000000fe0> (a java.lang.Object)
                	at B$$Lambda/0x00007f1.run(Unknown Source)

                "blocked" #17 prio=5 os_prio=0 tid=0x00007f nid=0x1 waiting for monitor entry  [0x00007f]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                	at B.lambda$main$1(B.java:4)
                	- waiting to lock <0x00000000fe0> (a java.lang.Object)

                "waits" #18 prio=5 os_prio=0 tid=0x00007f nid=0x1 in Object.wait()  [0x00007f]
                   java.lang.Thread.State: WAITING (on object monitor)
                	at java.lang.Object.wait0(java.base@25.0.3/Native Method)
                	- waiting on <0x00000000fe8> (a java.lang.Object)
                	at B.lambda$main$3(B.java:5)
                	- locked <0x00000000fe8> (a java.lang.Object)

                "Signal Dispatcher" #9 daemon prio=9 os_prio=0 tid=0x00007f nid=0x1 waiting on condition  [0x0000000000000000]
                   java.lang.Thread.State: RUNNABLE

                "VM Thread" os_prio=0 cpu=8.79ms elapsed=2.41s tid=0x00007f nid=19448 runnable
                """;

        assertThat(ThreadPrint.parse(text, 2))
                .containsExactly(
                        new ThreadStack(
                                "hol\"der 1",
                                Kind.PLATFORM,
                                "TIMED_WAITING",
                                List.of(new Frame("java.lang.Thread", "sleepNanos0"), new Frame("B", "lambda$main$0")),
                                Optional.empty()),
                        new ThreadStack(
                                "blocked",
                                Kind.PLATFORM,
                                "BLOCKED",
                                List.of(new Frame("B", "lambda$main$1")),
                                Optional.of(new Lock("java.lang.Object@0x00000000fe0", "hol\"der 1"))),
                        new ThreadStack(
                                "waits",
                                Kind.PLATFORM,
                                "WAITING",
                                List.of(new Frame("java.lang.Object", "wait0"), new Frame("B", "lambda$main$3")),
                                Optional.of(new Lock("java.lang.Object@0x00000000fe8", ""))));
        assertThat(ThreadPrint.parse(text, 9).get(0).frames()).contains(new Frame("B$$Lambda/0x00007f1", "run"));
    }

    @Test
    void flagsAndVersionAreReadFromWhatTheCommandsPrint() {
        assertThat(
                        CommandLink.flags(
                                """
                [Global flags]
                     bool UseCompressedOops                        = true                           {product lp64_product} {default}
                   size_t MaxHeapSize                             := 33554432                                  {product} {command line}
                ccstrlist OnError                                  =                                           {product} {default}
                """))
                .containsEntry("UseCompressedOops", "true")
                .containsEntry("MaxHeapSize", "33554432")
                .containsEntry("OnError", "");
        assertThat(CommandLink.version("OpenJDK 64-Bit Server VM version 25.0.3+9-LTS\nJDK 25.0.3\n"))
                .isEqualTo("25.0.3");
    }
}
