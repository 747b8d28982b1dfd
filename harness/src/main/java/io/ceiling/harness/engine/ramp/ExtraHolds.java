package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.IdleTimeout;
import io.ceiling.harness.verdict.ramp.LongHold;
import io.ceiling.harness.verdict.ramp.NextAction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Holds fewer connections for longer after a ramp, which distinguishes limits of time from limits of number. These
 * steps do not count.
 *
 * @param server the current server
 * @param steps steps of the ramp so far; the new steps are added to this list
 * @param serverNumber number of that server
 */
record ExtraHolds(LoadedServer server, List<Step> steps, int serverNumber) {

    /**
     * Holds fewer connections for longer if the server seems to close them at a certain age, or above a certain number;
     * see {@link IdleTimeout#confirmed}.
     *
     * @param failures all failures, the one next to the ceiling first
     */
    Optional<Step> controlStep(List<FailedStep> failures, NextAction.Done known) {
        if (failures.isEmpty() || known.ceiling() < 2 || !IdleTimeout.needsControl(failures)) {
            return Optional.empty();
        }
        int connections = IdleTimeout.controlConnections(
                known.ceiling(), server.scenario().instances());
        Step step = once(IdleTimeout.controlHold(failures.get(0)), connections);
        int blamed = failures.get(0).evidence().serverTraces().instance();
        return Optional.of(
                blamed == 0
                        ? step
                        : step.ofInstance(blamed - 1, server.scenario().instances()));
    }

    /**
     * Holds connections for the time that the user requested, and fewer if the server closes some. Returns these steps;
     * none without such a request.
     */
    List<Step> forLong(NextAction.Done known) {
        Optional<Duration> time = LongHold.requestedHold(server.scenario(), server.ramp());
        if (time.isEmpty() || known.ceiling() < 1 || server.mustStop()) {
            return List.of();
        }
        Step first = once(time.get(), LongHold.connections(known.ceiling()));
        OptionalInt fewer = LongHold.fewerConnections(first);
        return fewer.isPresent() && !server.mustStop()
                ? List.of(first, once(LongHold.fewerHold(first), fewer.getAsInt()))
                : List.of(first);
    }

    private Step once(Duration time, int connections) {
        server.meter().enter(Phase.HOLD);
        server.prepare(server.ramp());
        RampSettings longer = server.ramp().toBuilder().hold(time).build();
        Step step = server.step(steps.size() + 1, connections, longer, StepTraffic.NONE)
                .withServer(serverNumber)
                .notCounted();
        steps.add(step);
        return step;
    }
}
