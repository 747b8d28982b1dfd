package io.ceiling.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ServerProcessesTest {

    /** A parent with two workers, which says when they are there. */
    private static Process family() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & sleep 600 & echo there; wait").start();
        assertThat(parent.inputReader().readLine()).isEqualTo("there");
        return parent;
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
    void descriptorsAreThoseOfTheProcessThatHasMost() throws Exception {
        Process parent = family();
        try {
            List<Long> each = parent.children()
                    .map(worker -> new ProcessReader(worker.pid()).openDescriptors())
                    .toList();

            assertThat(each).hasSize(2);
            assertThat(ServerProcesses.withWorkers(parent.pid()).openDescriptors())
                    .isEqualTo(Math.max(
                            new ProcessReader(parent.pid()).openDescriptors(), Math.max(each.get(0), each.get(1))));
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
