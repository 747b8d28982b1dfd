package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlantsTest {

    @Test
    void busyLoopsEndIfTheCommandBesideThemIsKilled() throws Exception {
        List<String> command = new ArrayList<>(List.of(Plants.busyWhile("2")));
        command.addAll(List.of("sleep", "600"));
        Process sleeping = new ProcessBuilder(command).start();
        Awaiting.until(
                "the loops and the command",
                () -> sleeping.children().count() == 2
                        && sleeping.info().command().orElse("").endsWith("/sleep"));
        List<ProcessHandle> loops = sleeping.children().toList();

        sleeping.destroyForcibly().waitFor();

        Awaiting.until("the end of the loops", () -> loops.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(loops).hasSize(2);
    }
}
