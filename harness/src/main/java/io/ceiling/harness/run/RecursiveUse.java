package io.ceiling.harness.run;

import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Warms a server, or a ring of them, with short recursions. */
final class RecursiveUse implements Warming.Use {

    private static final Duration LET_GO = Duration.ofSeconds(5);

    private final Scenario scenario;
    private final RampSettings ramp;
    private final ServerSession session;
    private final Waiting waiting;
    private final long connectionsBefore;

    RecursiveUse(Scenario scenario, RampSettings ramp, ServerSession session, Waiting waiting) {
        this.scenario = scenario;
        this.ramp = ramp;
        this.session = session;
        this.waiting = waiting;
        this.connectionsBefore = session.connections();
    }

    @Override
    public Outcome once(int levels) {
        long start = waiting.nanoTime();
        try (RecursiveRequest request = new RecursiveRequest(session.started().running(), scenario, ramp, levels)) {
            CompletableFuture<String> answer = request.send();
            waiting.until(
                    2 * ramp.stallTimeout().toNanos() + Duration.ofSeconds(10).toNanos(),
                    () -> !answer.isDone() && session.exitCode().isEmpty());
            int reached = answer.isDone() ? RecursionRun.answeredDepth(RecursionRun.answerOf(answer)) : 0;
            return new Outcome(levels, Math.max(0, levels - reached), waiting.nanoTime() - start, true, false);
        }
    }

    @Override
    public void end() {
        waiting.until(
                LET_GO.toNanos(),
                () -> session.exitCode().isEmpty() && session.connections() > Math.max(0, connectionsBefore));
    }
}
