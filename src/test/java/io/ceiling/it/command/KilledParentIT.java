package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load agents belong to the harness that forked them: they live as long as it does, and nobody else reaches them. */
@Tag("side-by-side")
class KilledParentIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ROUNDS = 8;
    /** From the first agent's fork to connections that are held. */
    private static final long MAX_MILLIS = 3_000;

    @TempDir
    Path folder;

    /** Several agents, each of which has but few descriptors, take their time to start. */
    private CeilingProcess startWithAgents(String mark) {
        return CeilingProcess.start(
                folder,
                List.of("env", mark, "prlimit", "--nofile=700:700", "--"),
                Words.of(
                        "run --results=%s --container=jetty --thread-kind=platform --workload=hold-async --cap=2000 "
                                + "--hold=2s --nofile=700 --heap=256m --threads=default --buffer=default",
                        folder.resolve("results")));
    }

    @Tag("all")
    @Test
    void noAgentIsLeftWheneverTheHarnessIsKilled() throws Exception {
        Random random = new Random(2);
        for (int round = 0; round < ROUNDS; round++) {
            String mark = "CEILING_IT_MARK=" + UUID.randomUUID();
            CeilingProcess ceiling = startWithAgents(mark);
            Awaiting.until("the first agent", PATIENCE, () -> agents(ceiling) > 0);
            // The moment is the test: half of them while the agents start.
            LockSupport.parkNanos(
                    TimeUnit.MILLISECONDS.toNanos(random.nextLong(round % 2 == 0 ? MAX_MILLIS / 10 : MAX_MILLIS)));

            ceiling.signal("KILL");

            Awaiting.until(
                    "the end of harness, server and agents", () -> marked(mark).isEmpty());
        }
    }

    private static long agents(CeilingProcess ceiling) {
        return ceiling.children().stream().filter(KilledParentIT::isAgent).count();
    }

    private static boolean isAgent(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("io.ceiling.load.");
    }

    /** Returns what lives with that in its environment, whoever its parent is by now. */
    private static List<Long> marked(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> hasMark(process, mark))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static boolean hasMark(ProcessHandle process, String mark) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException e) {
            // It has ended, or is somebody else's.
            return false;
        }
    }

    @Test
    void neitherTheHarnessNorAnAgentListens() throws Exception {
        CeilingProcess ceiling = startWithAgents("LC_ALL=C.UTF-8");
        Awaiting.until(
                "connections that are held",
                PATIENCE,
                () -> CeilingProcess.linesOfSamples(folder.resolve("results")) > 3);
        List<ProcessHandle> children = ceiling.children();
        List<ProcessHandle> agents =
                children.stream().filter(KilledParentIT::isAgent).toList();
        List<ProcessHandle> others =
                children.stream().filter(child -> !isAgent(child)).toList();

        assertThat(agents).hasSizeGreaterThan(1);
        for (ProcessHandle agent : agents) {
            assertThat(Listening.of(agent)).as("agent").isEmpty();
        }
        assertThat(Listening.of(ceiling.handle())).as("harness").isEmpty();
        // A test that cannot read sockets would find none.
        assertThat(others).anySatisfy(server -> assertThat(Listening.of(server)).isNotEmpty());
        // The management agent of a JVM that the harness attached to listens on all addresses, and closes connections
        // of other hosts.
        assertThat(others).allSatisfy(server -> assertThat(Listening.of(server))
                .as("server")
                .filteredOn(line -> !Listening.isOnLoopback(line))
                .hasSizeLessThanOrEqualTo(1));
        ceiling.signal("TERM");
        ceiling.exitCode();
    }
}
