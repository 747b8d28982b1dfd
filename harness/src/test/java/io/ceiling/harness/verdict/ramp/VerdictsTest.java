package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.EvidenceBuilder;
import io.ceiling.harness.verdict.EvidenceRows;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.ramp.RampOutcome.RampEnd;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictsTest {

    @ParameterizedTest
    @EnumSource(LimitingFactor.class)
    void aLimitOfTheLoadSideIsNeverReached(LimitingFactor factor) {
        Verdict verdict = Verdicts.failed(10, 11, new Attribution(factor, Confidence.HIGH, "seen", "raise it"));

        assertThat(verdict).isInstanceOf(factor.invalidates() ? Verdict.Invalid.class : Verdict.Reached.class);
    }

    @Test
    void reachedCarriesEvidenceAndRelief() {
        Attribution attribution = EvidenceBuilder.named(e -> {
            e.connections = e.maxConnections = 800;
            e.fails(FailureCause.ANSWER_TIMEOUT, 200);
        });

        Verdict verdict = Verdicts.failed(800, 816, attribution);

        assertThat(verdict.summary()).isEqualTo("800 connections, then server-max-connections");
        assertThat(((Verdict.Reached) verdict).relief()).contains("maxConnections");
    }

    @Test
    void anAgentThatEndedInItsOwnLimitIsInvalidWithItsName() {
        assertThat(Verdicts.agentFailed(400, "agent-1: event loop failed: java.lang.OutOfMemoryError: Java heap space"))
                .isEqualTo(new Verdict.Invalid(
                        400,
                        LimitingFactor.LOAD_HEAP,
                        "agent-1: event loop failed: java.lang.OutOfMemoryError: Java heap space"));
        assertThat(((Verdict.Invalid) Verdicts.agentFailed(0, "agent-1 has left")).factor())
                .isEqualTo(LimitingFactor.UNKNOWN);
    }

    /** A listen queue that overflows at any pace limits how fast connections come, not how many there may be. */
    @Test
    void aLimitOfTheRateIsALowerBoundWithThatRate() {
        Verdict verdict = Verdicts.ofPace(
                490, new Attribution(LimitingFactor.ACCEPT_QUEUE, Confidence.MEDIUM, "seen", "raise it"), 62.5);

        assertThat(verdict.held()).hasValue(490);
        assertThat(verdict.summary()).startsWith("at least 490 connections: ").contains("at no more than 63/s", "seen");
    }

    /** A rule of a firewall counts the entry of a connect that it dropped, so that each step that fails leaves fewer places. */
    @Test
    void asManyAsFailedLaterWereServedBeforeIsALowerBound() {
        Attribution dropped = new Attribution(LimitingFactor.BEFORE_LISTENER, Confidence.MEDIUM, "seen", "raise it");
        List<Step> steps = List.of(failed(648, 300), failed(648, 268), failed(205, 123));

        assertThat(Verdicts.ofLostPlaces(steps, 205, dropped))
                .hasValueSatisfying(verdict -> assertThat(verdict.summary())
                        .startsWith(
                                "at least 300 connections: 300 were alive and answered at once in a step that failed, and 205")
                        .contains("nf_conntrack_tcp_timeout_syn_sent", "seen", "raise it"));
        assertThat(Verdicts.ofLostPlaces(steps, 301, dropped)).isEmpty();
        assertThat(Verdicts.ofLostPlaces(
                        steps, 205, new Attribution(LimitingFactor.SERVER_CPU, Confidence.HIGH, "busy", "processors")))
                .isEmpty();
    }

    private static Step failed(int target, int served) {
        Sample sample = Fixtures.sample(1, false, 0);
        return new Step(1, target, served, false, "16 x connect-timeout", 1_000_000_000, sample, sample);
    }

    @Test
    void lateAnswersOfAServerThatNeverBecameSteadySayNothing() {
        Verdict verdict = Verdicts.unsteady(
                300, new Attribution(LimitingFactor.SERVER_CPU, Confidence.HIGH, "late", "processors"), "its bound");

        assertThat(verdict).isInstanceOf(Verdict.Invalid.class);
        assertThat(verdict.summary()).contains("not steady when its warm-up ended (its bound)", "late");
    }

    private static FailedStep closing(int target, long age) {
        return EvidenceBuilder.failed(e -> {
            e.target = target;
            e.served = target / 2;
            e.fails(FailureCause.CLOSED_WHILE_HELD, target - e.served);
            e.closeMinAge = age;
            e.closeMaxAge = age + 10_000_000;
        });
    }

    private static Verdict ofRamp(FailedStep failure, Step control) {
        NextAction.Done done =
                new NextAction.Done(800, OptionalInt.of(failure.step().target()));
        RampOutcome outcome = new RampOutcome(
                List.of(failure.step(), control),
                done,
                List.of(failure),
                Optional.of(control),
                Optional.empty(),
                RampEnd.CLOSED_IN);
        return Verdicts.of(outcome, failure.evidence().scenario(), Fakes.RAMP);
    }

    @Test
    void anIdleTimeOutIsNoNumberOfConnectionsAndALimitOfTheNumberIs() {
        long age = 5_000_000_000L;
        Step held = failed(100, 100);
        Step open = new Step(9, 100, 100, true, "", 12_000_000_000L, held.before(), held.after());

        assertThat(ofRamp(closing(1000, age), closing(100, age).step()).summary())
                .startsWith("at least 800 connections: the time without a request is limited")
                .contains("the server closed 500 held connections at an age of 5.0 s to 5.0 s", "raise");
        assertThat(ofRamp(closing(1000, age), open).summary())
                .isEqualTo("800 connections, then server-max-connections");
        assertThat(ofRamp(closing(1000, age), closing(100, 3 * age).step()).summary())
                .isEqualTo("800 connections, then unknown");
    }

    private static Verdict ofRamp(FailedStep failure, Optional<String> unsteady, RampEnd end) {
        return ofRamp(800, failure, unsteady, end);
    }

    private static Verdict ofRamp(int ceiling, FailedStep failure, Optional<String> unsteady, RampEnd end) {
        NextAction.Done done =
                new NextAction.Done(ceiling, OptionalInt.of(failure.step().target()));
        RampOutcome outcome =
                new RampOutcome(List.of(failure.step()), done, List.of(failure), Optional.empty(), unsteady, end);
        return Verdicts.of(outcome, failure.evidence().scenario(), Fakes.RAMP);
    }

    /** The end of a ramp comes before what failed, and a server that was not steady before a limit that can pass. */
    @Test
    void theEndOfARampAndTheWarmUpOfItsServerDecideWhatAFailureSays() {
        FailedStep busy = EvidenceBuilder.failed(EvidenceRows.SERVER_SATURATED);
        FailedStep full = EvidenceBuilder.failed(EvidenceRows.TIMED_OUT, e -> e.connections = e.maxConnections = 800);

        assertThat(ofRamp(full, Optional.empty(), RampEnd.CLOSED_IN).summary())
                .isEqualTo("800 connections, then server-max-connections");
        assertThat(ofRamp(full, Optional.of("its bound"), RampEnd.CLOSED_IN)).isInstanceOf(Verdict.Reached.class);
        assertThat(ofRamp(busy, Optional.empty(), RampEnd.CLOSED_IN).summary())
                .isEqualTo("800 connections, then server-cpu");
        assertThat(ofRamp(busy, Optional.of("its bound"), RampEnd.CLOSED_IN)).isInstanceOf(Verdict.Invalid.class);
        assertThat(ofRamp(full, Optional.empty(), RampEnd.gaveUp("too many servers"))
                        .summary())
                .startsWith("at least 800 connections: too many servers; 1000 failed: ");
        assertThat(ofRamp(
                        full, Optional.empty(), RampEnd.stopped("no memory", Optional.of(LimitingFactor.HOST_MEMORY))))
                .isEqualTo(new Verdict.AtLeast(800, Optional.of(LimitingFactor.HOST_MEMORY), "no memory"));
    }

    @Test
    void atLeastNoneIsNoResultUnlessItsLimitIsKnown() {
        FailedStep full = EvidenceBuilder.failed(EvidenceRows.TIMED_OUT, e -> e.connections = e.maxConnections = 800);
        FailedStep gone = EvidenceBuilder.failed(e -> {
            e.ofTarget(true);
            e.exitCode = OptionalInt.of(Evidence.UNSEEN_EXIT_CODE);
        });

        assertThat(ofRamp(0, gone, Optional.empty(), RampEnd.gaveUp("its process 7 is gone"))
                        .summary())
                .startsWith("invalid after 0 connections: unknown, its process 7 is gone; 1000 failed: ");
        assertThat(ofRamp(0, full, Optional.empty(), RampEnd.gaveUp("too many servers")))
                .isInstanceOf(Verdict.AtLeast.class);
    }

    @Test
    void aCapIsALowerBound() {
        assertThat(Verdicts.capReached(500).summary())
                .isEqualTo("at least 500 connections: all 500 worked, as many as --cap allows; no limit was reached");
    }
}
