package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTasksTest {

    @TempDir
    Path proc;

    private void task(int pid, int id, String name, String state, String sleepsIn) throws IOException {
        Path task = Files.createDirectories(proc.resolve("%d/task/%d".formatted(pid, id)));
        Files.writeString(task.resolve("comm"), name + "\n");
        Files.writeString(task.resolve("stat"), "%d (%s) %s 1 1 1 0 -1\n".formatted(id, name, state));
        Files.writeString(task.resolve("wchan"), sleepsIn);
    }

    @Test
    void threadsOfSeveralProcessesAreCountedByTheirNamesAndWhereTheySleep() throws IOException {
        task(10, 10, "uvicorn", "S", "ep_poll");
        task(10, 11, "uvicorn", "S", "hrtimer_nanosleep");
        task(10, 12, "uvicorn", "S", "hrtimer_nanosleep");
        task(20, 20, "worker 2 (x) y", "R", "0");

        ThreadsByPlace crowd = new ProcessTasks(proc).crowd(List.of(10L, 20L));

        assertThat(crowd.counts())
                .isEqualTo(Map.of(
                        new ThreadPlace("uvicorn", "ep_poll", ""), 1,
                        new ThreadPlace("uvicorn", "hrtimer_nanosleep", ""), 2,
                        new ThreadPlace("worker * (x) y", "code of its own", ""), 1));
    }

    @Test
    void aProcessThatHasEndedIsNotSeen() {
        assertThat(new ProcessTasks(proc).crowd(List.of(30L)).isSeen()).isFalse();
    }
}
