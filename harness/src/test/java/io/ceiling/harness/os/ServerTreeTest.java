package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Process 10 is a shell, 99 the harness. */
class ServerTreeTest {

    private static final long OWN = 99;

    private final Map<Long, ServerTree.ProcessRow> rows = new HashMap<>();

    ServerTreeTest() {
        process(1, 0, "systemd");
        process(10, 1, "sh");
        process(OWN, 10, "java");
    }

    private void process(long pid, long parent, String program) {
        rows.put(pid, new ServerTree.ProcessRow(parent, "/usr/bin/" + program));
    }

    private ServerTree tree() {
        return new ServerTree(rows, OWN);
    }

    @Test
    void workersOfAMasterThatListensAloneBelongToItWithAllThatTheyStart() {
        process(20, 10, "node");
        process(21, 20, "node");
        process(22, 20, "node");
        process(23, 22, "convert");
        process(30, 10, "postgres");

        assertThat(tree().roots(List.of(20L))).containsExactly(20L);
        assertThat(tree().withDescendants(List.of(20L))).containsExactly(20L, 21L, 22L, 23L);
    }

    @Test
    void workersThatListenWithTheirMasterDescendFromIt() {
        process(20, 10, "gunicorn");
        process(21, 20, "gunicorn");
        process(22, 20, "gunicorn");

        assertThat(tree().roots(List.of(22L, 20L, 21L))).containsExactly(20L);
    }

    @Test
    void workersThatShareThePortWithoutTheirMasterHaveItIfItRunsTheSameProgram() {
        process(20, 10, "node");
        process(21, 20, "node");
        process(22, 20, "node");
        process(31, 10, "python");
        process(32, 10, "python");

        assertThat(tree().roots(List.of(21L, 22L))).containsExactly(20L);
        assertThat(tree().roots(List.of(31L, 32L))).containsExactly(31L, 32L);
        assertThat(tree().isOneProgram(List.of(31L, 32L))).isTrue();
        assertThat(tree().isOneProgram(List.of(20L, 31L))).isFalse();
    }

    @Test
    void whatStartsOtherServicesAsWellIsNotTheirMaster() {
        process(20, 10, "node");
        process(21, 20, "node");
        process(22, 20, "node");
        process(23, 20, "node");

        assertThat(tree().roots(List.of(21L, 22L))).containsExactly(21L, 22L);
    }

    @Test
    void systemdThatHoldsTheSocketOfAServiceIsNotTheServer() {
        process(20, 1, "service");

        assertThat(tree().roots(List.of(1L, 20L))).containsExactly(20L);
        assertThat(tree().roots(List.of(1L))).containsExactly(1L);
    }

    @Test
    void aProcessThatTheUserNamesStandsForItsWholeServer() {
        process(19, 10, "sh");
        process(20, 19, "nginx");
        process(21, 20, "nginx");
        process(40, 10, "java");
        List<Long> listeners = List.of(20L, 21L);

        assertThat(tree().rootsOf(20, listeners)).as("master").containsExactly(20L);
        assertThat(tree().rootsOf(21, listeners)).as("worker").containsExactly(20L);
        assertThat(tree().rootsOf(19, listeners)).as("what started it").containsExactly(20L);
        assertThat(tree().rootsOf(40, listeners)).as("another one").isEmpty();
    }

    @Test
    void aMasterThatDoesNotListenIsNamedWithWorkersThatDo() {
        process(20, 10, "supervisor");
        process(21, 20, "app");
        process(22, 20, "app");

        assertThat(tree().rootsOf(20, List.of(21L, 22L))).containsExactly(20L);
    }

    @Test
    void theHarnessAndWhatItStartsBelongToNoServer() {
        process(50, OWN, "java");

        assertThat(tree().withDescendants(List.of(10L))).containsExactly(10L);
        assertThat(tree().withDescendants(List.of(50L))).containsExactly(50L);
    }
}
