package io.ceiling.load.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.AgentCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What whoever asks gets to know of processes that are no agents, or none any more. */
class PipeLinkTest {

    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(30);

    private static Process process(String... command) throws IOException {
        return new ProcessBuilder(List.of(command)).start();
    }

    private static void assertFails(AgentLink link, String why) {
        assertThatThrownBy(() -> link.send(new AgentCall.Report()).await())
                .isInstanceOf(LinkException.class)
                .hasMessageMatching("load agent \\d+: Report: " + why);
    }

    @Test
    void anAgentThatDoesNotAnswerIsNotWaitedForWithoutBound() throws Exception {
        Process silent = process("sleep", "600");
        try (PipeLink link = new PipeLink(silent, PATIENCE)) {
            assertFails(link, "no answer within 100 ms");
            // A pipe that nobody empties is full at some time, and still nobody waits for it.
            for (int i = 0; i < 2_000; i++) {
                AgentLink.PendingAnswer<?> unused = link.send(new AgentCall.Report());
            }
            assertFails(link, "no answer within 100 ms");
        } finally {
            silent.destroyForcibly();
        }
    }

    @Test
    void anAgentThatHasEndedIsNamedWithItsExitCode() throws Exception {
        try (PipeLink link = new PipeLink(process("sh", "-c", "exit 7"), LONG)) {
            assertFails(link, "it has ended with exit code 7");
            assertFails(link, "it has ended with exit code 7");
        }
    }

    @Test
    void whatIsNoAnswerEndsTheLinkAndTheProcess() throws Exception {
        Process talking = process("sh", "-c", "echo hello; cat");
        try (PipeLink link = new PipeLink(talking, LONG)) {
            assertFails(
                    link, "its standard output is of no use any more: expected a record of .* the length 1751477356");
            // Its input has ended, or it could not answer any more.
            assertThat(talking.waitFor()).isIn(0, 141);
        }
    }

    @Test
    void aRequestThatComesBackIsNoAnswer() throws Exception {
        Process echo = process("cat");
        try (PipeLink link = new PipeLink(echo, LONG)) {
            assertFails(link, "its standard output is of no use any more: .*NumberedRequest cannot be cast.*");
        }
    }

    @Test
    void theEndOfTheLinkIsTheEndOfTheInput() throws Exception {
        Process waiting = process("cat");
        PipeLink link = new PipeLink(waiting, LONG);

        link.close();

        assertThat(waiting.waitFor()).isZero();
    }

    @Test
    void whoeverIsInterruptedStaysInterrupted() throws Exception {
        Process silent = process("sleep", "600");
        try (PipeLink link = new PipeLink(silent, LONG)) {
            Thread.currentThread().interrupt();

            assertFails(link, "interrupted while its answer was awaited");
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            silent.destroyForcibly();
        }
    }
}
