package io.ceiling.harness.run;

import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Warms a server, or a ring of them, with short recursions, one after the other. */
final class RecursiveUse implements Warming.Use {

    private static final Duration COLD = Duration.ofSeconds(10);
    private static final Duration LET_GO = Duration.ofSeconds(5);

    private final RecursiveRequest request;
    private final RampSettings ramp;
    private final ServerSession session;
    private final Waiting waiting;
    private final int levels;
    private final long connectionsBefore;

    /** @param levels of each recursion */
    RecursiveUse(Scenario scenario, RampSettings ramp, ServerSession session, Waiting waiting, int levels) {
        this.ramp = ramp;
        this.session = session;
        this.waiting = waiting;
        this.levels = levels;
        this.connectionsBefore = session.connections();
        this.request = new RecursiveRequest(session.started().running(), scenario, ramp, levels);
    }

    @Override
    public Outcome once(int ignored) {
        long start = waiting.nanoTime();
        CompletableFuture<String> answer = request.send();
        waiting.until(
                2 * ramp.stallTimeout().plus(COLD).toNanos(),
                () -> !answer.isDone() && session.exitCode().isEmpty());
        int reached = answer.isDone() ? RecursionRun.answeredDepth(RecursionRun.answerOf(answer)) : 0;
        return new Outcome(levels, Math.max(0, levels - reached), waiting.nanoTime() - start, true, false);
    }

    @Override
    public void end() {
        request.close();
        waiting.until(
                LET_GO.toNanos(),
                () -> session.exitCode().isEmpty() && session.connections() > Math.max(0, connectionsBefore));
    }
}
