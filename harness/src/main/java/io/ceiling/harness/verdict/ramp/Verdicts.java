package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.IdleTimeout;
import io.ceiling.harness.verdict.LimitAnalyst;
import io.ceiling.harness.verdict.LoadSideLimits;
import io.ceiling.harness.verdict.RateLimits;
import java.util.List;
import java.util.Optional;

/** Turns the end of a ramp into a verdict. Pure functions. */
public final class Verdicts {

    private Verdicts() {}

    /** Returns the verdict on a ramp of held connections: "at least none", without a limit, says nothing and is invalid. */
    public static Verdict of(RampOutcome outcome, Scenario scenario, RampSettings ramp) {
        Verdict found = verdict(outcome, scenario, ramp);
        return found instanceof Verdict.AtLeast none
                        && none.connections() == 0
                        && none.factor().orElse(LimitingFactor.UNKNOWN) == LimitingFactor.UNKNOWN
                ? new Verdict.Invalid(0, LimitingFactor.UNKNOWN, none.why())
                : found;
    }

    private static Verdict verdict(RampOutcome outcome, Scenario scenario, RampSettings ramp) {
        RampOutcome.RampEnd end = outcome.end();
        int ceiling = outcome.done().ceiling();
        if (end.stopReason().isPresent()) {
            return new Verdict.AtLeast(ceiling, end.factor(), end.stopReason().get());
        }
        if (outcome.done().firstFailure().isEmpty()) {
            return end.gaveUp()
                    .<Verdict>map(why -> new Verdict.Invalid(ceiling, LimitingFactor.UNKNOWN, why))
                    .orElseGet(() -> capReached(ceiling));
        }
        List<FailedStep> failures = outcome.failures();
        FailedStep deciding = failures.get(0);
        Attribution attribution = IdleTimeout.confirm(LimitAnalyst.analyse(failures), failures, outcome.control());
        LimitingFactor factor = attribution.factor();
        if (outcome.unsteadyReason().isPresent()
                && RampState.canPass(scenario, factor)
                && (deciding.nothingWorseThanLate() || factor == LimitingFactor.MEMBERS_GIVEN_UP)) {
            return unsteady(ceiling, attribution, outcome.unsteadyReason().get());
        }
        if (factor == LimitingFactor.SERVER_STUCK) {
            return stuck(ceiling, attribution);
        }
        if (RateLimits.endsRamp(factor, deciding)) {
            // Connections held at a slow pace are no requests in flight.
            int heldCalmly = scenario.work().inFlight().isPresent()
                    ? 0
                    : deciding.evidence().serverTraces().diagnosis().pacing().held();
            return ofOtherLimit(Math.max(ceiling, heldCalmly), "the pace of requests", attribution);
        }
        if (factor == LimitingFactor.SERVER_IDLE_TIMEOUT
                && outcome.control()
                        .filter(few -> IdleTimeout.isProved(deciding.step(), few))
                        .isPresent()) {
            return ofOtherLimit(ceiling, "the time without a request", attribution);
        }
        if (factor == LimitingFactor.ACCEPT_QUEUE) {
            double slowest = ramp.slower(RampState.MAX_HALVINGS).rates().opensPerSecond();
            return ofPace(ceiling, attribution, slowest);
        }
        int firstFailure = outcome.done().firstFailure().getAsInt();
        return ofLostPlaces(outcome.steps(), firstFailure, attribution)
                .or(() -> end.gaveUp().map(why -> notClosedIn(ceiling, firstFailure, attribution, why)))
                .orElseGet(() ->
                        failed(ceiling, firstFailure, InstanceAdvice.withInstances(attribution, scenario, ceiling)));
    }

    /**
     * Returns the verdict on a recursion that failed.
     *
     * @param servers evidence in the order in which the servers call each other, starting with the server of level 1
     * @param deepest deepest level that was entered in any of them
     * @param warmUp warm-up of the servers
     */
    public static Verdict ofRecursion(List<Evidence> servers, int deepest, WarmUp warmUp) {
        Attribution attribution = RingAnalyst.analyse(servers, deepest);
        return warmUp.unsteadyServers() > 0 && attribution.factor().isTransient()
                ? unsteady(deepest, attribution, warmUp.why())
                : failed(deepest, deepest + 1, attribution);
    }

    /**
     * Returns the verdict on a ramp that ended at a failure: {@code Invalid} if the load side or this host was the
     * limit, otherwise {@code Reached}.
     *
     * @param ceiling largest number of connections that passed
     * @param firstFailure smallest number of connections that failed
     * @param attribution limit of the first failure
     */
    static Verdict failed(int ceiling, int firstFailure, Attribution attribution) {
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
     * Returns the verdict on a ramp that met a failure without closing in on it: the connections that passed are a
     * lower bound.
     *
     * @param why reason why the ramp ended early
     */
    static Verdict notClosedIn(int passed, int firstFailure, Attribution attribution, String why) {
        return failed(passed, firstFailure, attribution) instanceof Verdict.Invalid invalid
                ? invalid
                : new Verdict.AtLeast(
                        passed,
                        Optional.of(attribution.factor()),
                        "%s; %d failed: %s".formatted(why, firstFailure, attribution.evidence()));
    }

    /**
     * Returns the verdict on a ramp whose connections were dropped even when they were opened one after the other: that
     * limits a rate, so the connections that passed are a lower bound.
     *
     * @param opensPerSecond highest rate at which connections were opened in the last try
     */
    static Verdict ofPace(int passed, Attribution attribution, double opensPerSecond) {
        return new Verdict.AtLeast(
                passed,
                Optional.of(attribution.factor()),
                "the next connections failed even when they were opened one after the other, at no more than %.0f/s: a limit of the rate, not of the number; %s"
                        .formatted(opensPerSecond, attribution.evidence()));
    }

    /**
     * Returns the verdict on a ramp that ended with late answers of a server that never became steady: the speed of a
     * compiler must not decide a ceiling.
     *
     * @param why reason why the warm-up ended
     */
    static Verdict unsteady(int passed, Attribution attribution, String why) {
        return new Verdict.Invalid(
                passed,
                attribution.factor(),
                "the server was not steady when its warm-up ended (%s), so that late answers, or members given up, say nothing about it: %s"
                        .formatted(why, attribution.evidence()),
                "run on a host without other work",
                attribution.confidence());
    }

    /**
     * Returns the verdict on a ramp that ended with a server that serves nobody any more, with or without load: that is a
     * state, so the connections that passed are a lower bound.
     */
    public static Verdict stuck(int passed, Attribution attribution) {
        return new Verdict.AtLeast(passed, Optional.of(attribution.factor()), attribution.evidence());
    }

    /**
     * Returns the verdict on a ramp that ended at something other than a number of connections: those that passed, or were held
     * at a slower pace, are a lower bound.
     *
     * @param what what is limited, in words
     */
    static Verdict ofOtherLimit(int passed, String what, Attribution attribution) {
        return new Verdict.AtLeast(
                passed,
                Optional.of(attribution.factor()),
                "%s is limited, not the number of connections; %s; %s"
                        .formatted(what, attribution.evidence(), attribution.relief()));
    }

    /**
     * Returns the verdict on a ramp that something before the server ended, if an earlier step served as many as failed
     * at last: then no number failed, and the served ones are a lower bound. Empty otherwise.
     *
     * @param steps all steps of the ramp
     * @param firstFailure smallest number of connections that failed
     */
    static Optional<Verdict> ofLostPlaces(List<Step> steps, int firstFailure, Attribution attribution) {
        int served = steps.stream().mapToInt(Step::served).max().orElse(0);
        return attribution.factor() != LimitingFactor.BEFORE_LISTENER || served < firstFailure
                ? Optional.empty()
                : Optional.of(new Verdict.AtLeast(
                        served,
                        Optional.of(attribution.factor()),
                        "%d were alive and answered at once in a step that failed, and %d failed later: a rule that counts may count a connect that it dropped until the kernel forgets that (net.netfilter.nf_conntrack_tcp_timeout_syn_sent, 120 s by default), or it limits a rate; %s; %s"
                                .formatted(served, firstFailure, attribution.evidence(), attribution.relief())));
    }

    /**
     * Returns the verdict on a ramp that lost a load agent.
     *
     * @param passed connections that passed before
     * @param words error message of the agent, or about it
     */
    public static Verdict agentFailed(int passed, String words) {
        return new Verdict.Invalid(passed, LoadSideLimits.ofFailedAgent(words), words);
    }

    /**
     * Returns the same verdict with a note, such as an SLO that is not that of the run.
     *
     * @param note the note; empty for none
     */
    public static Verdict withNote(String note, Verdict verdict) {
        if (note.isEmpty()) {
            return verdict;
        }
        if (verdict instanceof Verdict.Reached reached) {
            return new Verdict.Reached(
                    reached.ceiling(),
                    reached.firstFailure(),
                    reached.factor(),
                    reached.evidence() + "; " + note,
                    reached.relief(),
                    reached.confidence(),
                    reached.next());
        }
        if (verdict instanceof Verdict.AtLeast atLeast) {
            return new Verdict.AtLeast(atLeast.connections(), atLeast.factor(), atLeast.why() + "; " + note);
        }
        return verdict;
    }

    /** Returns the verdict on a ramp whose cap passed. */
    public static Verdict capReached(int connections) {
        return new Verdict.AtLeast(
                connections, "all %d worked, as many as --cap allows; no limit was reached".formatted(connections));
    }
}
