package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Warms a server, or a ring of servers, with short recursions one after the other. */
final class RecursiveWarmUp implements WarmUpRunner.WarmUpStrategy {

    private static final Duration COLD = Duration.ofSeconds(10);
    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(5);

    private final Scenario scenario;
    private final RampSettings ramp;
    private final ServerSession session;
    private final RunClock clock;
    private final Duration patience;
    private final Observation connectionsBefore;

    RecursiveWarmUp(Scenario scenario, RampSettings ramp, ServerSession session, RunClock clock) {
        this.scenario = scenario;
        this.ramp = ramp;
        this.session = session;
        this.clock = clock;
        this.patience = ramp.stallTimeout().plus(COLD).multipliedBy(2);
        this.connectionsBefore = session.connections();
    }

    @Override
    public WarmUpOutcome runRound(int levels) {
        long start = clock.nanoTime();
        try (RecursiveRequest request = new RecursiveRequest(session.started().server(), scenario, ramp, levels)) {
            int reached = RecursionRun.answeredDepth(scenario.isExternal() ? awaited(request) : request.ask(patience));
            return new WarmUpOutcome(levels, Math.max(0, levels - reached), clock.nanoTime() - start, true, false);
        }
    }

    private String awaited(RecursiveRequest request) {
        CompletableFuture<String> answer = request.send();
        clock.pollWhile(
                patience.toNanos(), () -> !answer.isDone() && session.exitCode().isEmpty());
        return answer.isDone() ? RecursionRun.answerOf(answer) : "";
    }

    @Override
    public boolean end() {
        return !connectionsBefore.isSeen()
                || !clock.pollWhile(
                        RELEASE_TIMEOUT.toNanos(),
                        () -> session.exitCode().isEmpty() && session.hasConnections(connectionsBefore.orElse(0) + 1));
    }
}
