package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.InFlight;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.ramp.RequestsInFlight;
import io.ceiling.load.loop.Pace;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Gathers the evidence of a step that has failed, while its connections are still open.
 *
 * <p>When a step is judged, its late requests have been given up or answered, and the threads of a server of short
 * requests are idle again. So the connections that are left send one more request each, which counts for nothing, and
 * the threads are looked at while those wait. Requests in flight go on as in the step until then: a thread dump on a
 * busy host may take longer than one more answer of each.
 */
record FailureEvidence(Scenario scenario, Fleet fleet, RampSettings ramp, Waiting waiting, BooleanSupplier mustStop) {

    /** Reads the evidence for each server. Blocks until the further requests are answered, at most three times the SLO. */
    List<Evidence> evidence(ServerSession session, Sample lastPassed, Step failed) {
        boolean asks = scenario.application().isPresent()
                && scenario.work().asksAgain()
                && !mustStop.getAsBoolean()
                && fleet.counts().connections().alive() > 0;
        if (!asks) {
            return session.evidence(lastPassed, failed, "");
        }
        awaitAnswers(1);
        Optional<InFlight> inFlight = scenario.work().inFlight();
        inFlight.ifPresentOrElse(this::goOn, () -> fleet.exchange(ramp.rates().exchangesPerSecond()));
        List<Evidence> evidence = session.evidence(lastPassed, failed, "");
        if (inFlight.isPresent()) {
            fleet.converse(Pace.NONE);
        }
        awaitAnswers(2);
        return evidence;
    }

    private void goOn(InFlight work) {
        long connections = fleet.counts().connections().alive();
        fleet.converse(RequestsInFlight.lasting(work, ramp, connections, AgentPlans.SEED));
    }

    private void awaitAnswers(int slos) {
        waiting.until(slos * ramp.slo().toNanos(), () -> {
            waiting.rest(fleet.size());
            return fleet.counts().exchanges().pending() > 0 && !mustStop.getAsBoolean();
        });
    }
}
