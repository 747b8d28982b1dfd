package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.failed;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whatever closes connections closes them at one age, since all were asked at one time: a control step decides. */
class IdleTimeoutTest {

    private static final long SECOND = 1_000_000_000L;

    /** Of 1000 connections, so many are left after others were closed 2.0 to 2.4 s after their answer. */
    private static FailedStep closing(int left) {
        return failed(e -> {
            e.served = e.alive = left;
            e.fails(FailureCause.CLOSED_WHILE_HELD, 1000L - left);
            e.closeMinAge = 2 * SECOND;
            e.closeMaxAge = 2 * SECOND + SECOND * 2 / 5;
        });
    }

    private static Step half(boolean passed, FailureCause cause, long ageNanos) {
        Step failed = failed(e -> {
                    e.target = 400;
                    e.served = e.alive = 100;
                    e.fails(cause, 300);
                    e.closeMinAge = ageNanos;
                    e.closeMaxAge = ageNanos;
                })
                .step();
        Step held = failed(e -> e.target = 400).step();
        return passed
                ? new Step(9, 400, 400, true, "", 7 * SECOND, held.before(), held.after())
                : new Step(9, 400, 100, false, "300 x " + cause.label(), 2 * SECOND, failed.before(), failed.after());
    }

    private static Attribution judged(FailedStep failed, Optional<Step> control) {
        Attribution named = failed.attribution();
        assertThat(named.factor()).isEqualTo(LimitingFactor.SERVER_IDLE_TIMEOUT);
        return IdleTimeout.confirm(named, List.of(failed), control);
    }

    @Test
    void halfAsManyThatAreClosedAtTheSameAgeProveATimeOut() {
        Attribution judged = judged(closing(800), Optional.of(half(false, FailureCause.CLOSED_WHILE_HELD, 2 * SECOND)));

        assertThat(judged.factor()).isEqualTo(LimitingFactor.SERVER_IDLE_TIMEOUT);
        assertThat(judged.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(judged.evidence()).contains("control: of 400 connections");
    }

    @Test
    void halfAsManyThatStayOpenProveALimitOfTheNumber() {
        Attribution judged = judged(closing(800), Optional.of(half(true, FailureCause.OTHER, 0)));

        assertThat(judged.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(judged.evidence()).contains("closed 200 held connections", "400 connections for 7.0 s stayed open");
    }

    @Test
    void aBatchThatLeavesNothingIsARestartUnlessTheControlIsClosedAtThatAgeToo() {
        assertThat(judged(closing(0), Optional.of(half(true, FailureCause.OTHER, 0)))
                        .factor())
                .isEqualTo(LimitingFactor.SERVER_CRASH);
        assertThat(judged(closing(0), Optional.of(half(false, FailureCause.CONNECT_REFUSED, 0)))
                        .factor())
                .isEqualTo(LimitingFactor.SERVER_CRASH);
        assertThat(judged(closing(0), Optional.of(half(false, FailureCause.CLOSED_WHILE_HELD, 2 * SECOND)))
                        .factor())
                .isEqualTo(LimitingFactor.SERVER_IDLE_TIMEOUT);
    }

    @Test
    void aControlThatEndsAnotherWayLeavesTheLimitUnknown() {
        assertThat(judged(closing(800), Optional.of(half(false, FailureCause.CLOSED_WHILE_HELD, 6 * SECOND)))
                        .factor())
                .isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(judged(closing(800), Optional.of(half(false, FailureCause.CONNECT_REFUSED, 0)))
                        .factor())
                .isEqualTo(LimitingFactor.UNKNOWN);
    }

    @Test
    void theSameAgeAtTwoNumbersProvesATimeOutWhereNoneCanBeHeld() {
        FailedStep few = failed(e -> {
            e.target = 10;
            e.served = e.alive = 0;
            e.fails(FailureCause.CLOSED_WHILE_HELD, 10);
            e.closeMinAge = e.closeMaxAge = 2 * SECOND;
        });

        Attribution judged = IdleTimeout.confirm(few.attribution(), List.of(few, closing(0)), Optional.empty());

        assertThat(judged.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(judged.evidence()).endsWith("of 10 and of 1000 connections alike");
    }

    @Test
    void withoutAControlTheEvidenceSaysThatItIsNotConfirmed() {
        assertThat(judged(closing(800), Optional.empty()).evidence()).contains("not confirmed");
    }

    @Test
    void theControlHoldsForTwiceTheAgeAndAtMostTwoMinutes() {
        assertThat(IdleTimeout.controlHold(closing(800))).isEqualTo(Duration.ofMillis(6_800));
        assertThat(IdleTimeout.controlHold(failed(e -> {
                    e.closeMinAge = e.closeMaxAge = 90 * SECOND;
                })))
                .isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void anyOtherLimitNeedsNoControl() {
        FailedStep full = failed(e -> {
            e.connections = e.maxConnections = 800;
            e.fails(FailureCause.ANSWER_TIMEOUT, 200);
        });
        Attribution named = full.attribution();

        assertThat(IdleTimeout.confirm(named, List.of(full), Optional.empty())).isEqualTo(named);
    }
}
