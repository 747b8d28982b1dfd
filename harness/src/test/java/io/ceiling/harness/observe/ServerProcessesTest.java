package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.ServerTree;
import io.ceiling.harness.reading.ServerReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ServerProcessesTest {

    /** A parent with two workers, which says when they are there. */
    private static Process family() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & sleep 600 & echo there; wait").start();
        assertThat(parent.inputReader().readLine()).isEqualTo("there");
        // A child is its shell until it runs its program.
        while (parent.children().filter(ServerProcessesTest::sleeps).count() < 2) {
            Thread.onSpinWait();
        }
        return parent;
    }

    /** A program that has just been started still has files of its libraries open, and does not sleep. */
    private static boolean sleeps(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"))
                    .contains("(sleep) S");
        } catch (IOException e) {
            return false;
        }
    }

    private static void end(Process parent) throws InterruptedException {
        List<ProcessHandle> workers = parent.children().toList();
        parent.destroyForcibly().waitFor();
        workers.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void readingsOfAParentAndItsWorkersAreSums() throws Exception {
        Process parent = family();
        try {
            ServerProcesses all = ServerProcesses.withWorkers(parent.pid());
            ServerProcesses alone = ServerProcesses.of(new ProcessReader(parent.pid()));

            assertThat(all.status().threads()).isEqualTo(3);
            assertThat(alone.status().threads()).isEqualTo(1);
            assertThat(all.status().rssBytes()).isGreaterThan(alone.status().rssBytes());
            assertThat(all.pssBytes()).isGreaterThan(alone.pssBytes());
            assertThat(all.cpuNanos()).isNotNegative();
            assertThat(all.parent().pid()).isEqualTo(parent.pid());
        } finally {
            end(parent);
        }
    }

    @Test
    void descriptorsAreThoseOfTheProcessThatComesNearestToItsLimit() throws Exception {
        Process parent = family();
        try {
            List<Long> each = parent.children()
                    .map(worker -> new ProcessReader(worker.pid()).openDescriptors())
                    .toList();

            assertThat(each).hasSize(2);
            ServerReading.ProcessDescriptors fullest =
                    ServerProcesses.withWorkers(parent.pid()).descriptors();
            assertThat(fullest.openDescriptors().orElse(-1))
                    .isEqualTo(Math.max(
                            new ProcessReader(parent.pid()).openDescriptors(), Math.max(each.get(0), each.get(1))));
            assertThat(fullest.holder()).matches("process \\d+ \\((sh|sleep)\\), the fullest of 3");
            assertThat(ServerProcesses.of(new ProcessReader(parent.pid()))
                            .descriptors()
                            .holder())
                    .isEmpty();
        } finally {
            end(parent);
        }
    }

    @Test
    void workersThatAreStartedAndEndLaterCountWithTheirTime() throws Exception {
        String work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        Process parent = new ProcessBuilder(
                        "sh", "-c", "read go; sh -c '" + work + "; echo worked; exec sleep 600' & wait; read end")
                .start();
        AtomicLong now = new AtomicLong();
        ServerProcesses all = new ServerProcesses(
                new ProcessReader(parent.pid()),
                () -> ServerTree.read(Path.of("/proc")).withDescendants(List.of(parent.pid())),
                now::get);
        try {
            assertThat(all.count()).isEqualTo(1);

            parent.outputWriter().append("go\n").flush();
            assertThat(parent.inputReader().readLine()).isEqualTo("worked");
            now.addAndGet(TimeUnit.SECONDS.toNanos(60));
            long worked = all.cpuNanos();

            assertThat(all.count()).isEqualTo(2);
            assertThat(worked).isPositive();

            ProcessHandle worker = parent.children().findFirst().orElseThrow();
            worker.destroyForcibly();
            worker.onExit().join();
            now.addAndGet(TimeUnit.SECONDS.toNanos(60));

            assertThat(all.cpuNanos()).isGreaterThanOrEqualTo(worked);
        } finally {
            end(parent);
        }
    }

    @Test
    void workersRunTheProgramOfTheirParentAndAreNoneOnceTheyHaveEnded() throws Exception {
        String stopped = "sh -c 'kill -STOP $$' & ";
        Process parent = new ProcessBuilder("sh", "-c", stopped + stopped + "echo there; wait").start();
        assertThat(parent.inputReader().readLine()).isEqualTo("there");
        ServerProcesses all = ServerProcesses.withWorkers(parent.pid());
        try {
            List<ServerReading.Worker> workers = all.running().workers();

            assertThat(workers).extracting(ServerReading.Worker::name).containsExactly("sh", "sh");

            ProcessHandle first = ProcessHandle.of(workers.get(0).pid()).orElseThrow();
            first.destroyForcibly();
            first.onExit().join();

            assertThat(all.running().workers()).containsExactly(workers.get(1));
        } finally {
            end(parent);
        }
    }

    @Test
    void processesOfAnotherProgramAreNoWorkers() throws Exception {
        Process parent = family();
        try {
            List<Long> sleeping = parent.children()
                    .filter(ServerProcessesTest::sleeps)
                    .map(ProcessHandle::pid)
                    .toList();

            assertThat(ServerProcesses.withWorkers(parent.pid()).running().workers())
                    .extracting(ServerReading.Worker::pid)
                    .doesNotContainAnyElementsOf(sleeping);
        } finally {
            end(parent);
        }
    }

    @Test
    void aWorkerThatIsGoneCountsNothingAndWithoutTheParentNothingIsSeen() throws Exception {
        Process parent = family();
        ServerProcesses all = ServerProcesses.withWorkers(parent.pid());
        ProcessHandle worker = parent.children().findFirst().orElseThrow();

        worker.destroyForcibly();
        worker.onExit().join();

        assertThat(all.pssBytes()).isPositive();

        end(parent);

        assertThat(all.pssBytes()).isEqualTo(ProcFiles.UNSEEN);
        assertThat(all.status().rssBytes()).isEqualTo(ProcFiles.UNSEEN);
    }
}
