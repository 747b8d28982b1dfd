package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Verdict;
import java.util.Optional;

/** Turns the end of a ramp into a verdict. */
public final class Verdicts {

    private Verdicts() {}

    /**
     * The verdict on a ramp that met a failure: never {@code Reached} if the load side or this host was the limit.
     *
     * @param firstFailure smallest number of connections that failed
     */
    public static Verdict failed(int ceiling, int firstFailure, Attribution attribution) {
        return attribution.factor().invalidates()
                ? new Verdict.Invalid(
                        ceiling,
                        attribution.factor(),
                        attribution.evidence(),
                        attribution.relief(),
                        attribution.confidence())
                : new Verdict.Reached(
                        ceiling,
                        firstFailure,
                        attribution.factor(),
                        attribution.evidence(),
                        attribution.relief(),
                        attribution.confidence(),
                        attribution.next());
    }

    /**
     * The verdict on a ramp that met a failure, but could not find out how many connections it takes to meet it: what passed
     * is a lower bound.
     *
     * @param why it ended early
     */
    public static Verdict notClosedIn(int passed, int firstFailure, Attribution attribution, String why) {
        return failed(passed, firstFailure, attribution) instanceof Verdict.Invalid invalid
                ? invalid
                : new Verdict.AtLeast(
                        passed,
                        Optional.of(attribution.factor()),
                        "%s; %d failed: %s".formatted(why, firstFailure, attribution.evidence()));
    }

    /**
     * The verdict on a ramp that lost a load agent.
     *
     * @param words of the agent, or about it
     */
    public static Verdict agentFailed(int passed, String words) {
        return new Verdict.Invalid(passed, LoadSideLimits.ofFailedAgent(words), words);
    }

    /** The verdict on a ramp whose cap passed. */
    public static Verdict capMet(int connections) {
        return new Verdict.AtLeast(connections, "the cap of %d was met and nothing broke".formatted(connections));
    }
}
