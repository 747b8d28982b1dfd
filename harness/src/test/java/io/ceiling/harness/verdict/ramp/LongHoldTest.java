package io.ceiling.harness.verdict.ramp;

import static io.ceiling.harness.verdict.EvidenceBuilder.failed;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.workload.CustomPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** After a ramp, connections are held for 65 s once, and fewer of them if the server closes those. */
class LongHoldTest {

    private static final long SECOND = 1_000_000_000L;
    private static final RampSettings SHORT = Fakes.RAMP;
    private static final RampSettings LONG =
            Fakes.RAMP.toBuilder().hold(Duration.ofSeconds(65)).build();
    private static final FailedStep ASKS = failed(e -> e.asks(CustomPlan.Kind.GET));
    private static final Scenario SCENARIO = ASKS.evidence().scenario();

    private static final Verdict CAP = Verdicts.capReached(SCENARIO.capConnections());
    private static final Verdict REACHED = new Verdict.Reached(
            300, 306, LimitingFactor.SERVER_MAX_CONNECTIONS, "300 accepted", "raise it", Confidence.HIGH, List.of());

    private static Step closed(int target, long ageNanos) {
        Step failed = failed(e -> {
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 4);
                    e.closeMinAge = ageNanos;
                    e.closeMaxAge = ageNanos + SECOND / 2;
                })
                .step();
        return new Step(9, target, 0, false, "4 x closed-while-held", ageNanos, failed.before(), failed.after());
    }

    private static Step open(int target) {
        Step held = failed(e -> {}).step();
        return new Step(9, target, target, true, "", 65 * SECOND, held.before(), held.after());
    }

    private static Verdict with(Verdict verdict, Step... held) {
        return new LongHold(SCENARIO, LONG, List.of(held), List.of()).with(verdict);
    }

    @Test
    void theSameAgeAtTwoNumbersIsAnIdleTimeOutThatIsNamedWhereNothingElseIs() {
        Verdict verdict = with(CAP, closed(128, 20 * SECOND), closed(32, 20 * SECOND));

        assertThat(verdict).isInstanceOfSatisfying(Verdict.AtLeast.class, atLeast -> {
            assertThat(atLeast.factor()).contains(LimitingFactor.SERVER_IDLE_TIMEOUT);
            assertThat(atLeast.why())
                    .endsWith(
                            "of 128 connections without a request the server closed the first at an age of 20.0 s, and of 32 at 20.0 s: an idle time-out of about 20 s, whatever their number");
        });
    }

    @Test
    void ofALimitThatWasReachedItIsTheNextOne() {
        Verdict verdict = with(REACHED, closed(128, 20 * SECOND), closed(32, 20 * SECOND));

        assertThat(verdict).isInstanceOfSatisfying(Verdict.Reached.class, reached -> {
            assertThat(reached.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
            assertThat(reached.next())
                    .extracting(NextLimit::factor)
                    .containsExactly(LimitingFactor.SERVER_IDLE_TIMEOUT);
        });
    }

    @Test
    void fewerThatStayOpenOrCloseAtAnotherAgeAreNoTimeOut() {
        for (Step fewer : List.of(open(32), closed(32, 40 * SECOND))) {
            assertThat(with(CAP, closed(128, 20 * SECOND), fewer))
                    .isInstanceOfSatisfying(Verdict.AtLeast.class, atLeast -> assertThat(atLeast.factor())
                            .isEqualTo(Optional.empty()));
        }
    }

    @Test
    void connectionsThatStayOpenSayUpToWhatTimeThereIsNone() {
        assertThat(with(CAP, open(128)).summary())
                .endsWith("128 connections stayed open for 65.0 s without a request: no idle time-out up to that");
    }

    @Test
    void aLongHoldIsOfferedWhereNothingWasLimitedOrConnectionsWereClosed() {
        FailedStep closing = failed(e -> e.fails(FailureCause.CLOSED_WHILE_HELD, 2));

        assertThat(new LongHold(SCENARIO, SHORT, List.of(), List.of()).with(CAP).summary())
                .endsWith("connections were held for 0.1 s at each level: --hold=65s finds idle time-outs up to that");
        assertThat(new LongHold(SCENARIO, SHORT, List.of(), List.of(closing)).with(REACHED))
                .isInstanceOfSatisfying(Verdict.Reached.class, reached -> assertThat(reached.evidence())
                        .contains("--hold=65s"));
        assertThat(new LongHold(SCENARIO, SHORT, List.of(), List.of(ASKS)).with(REACHED))
                .isEqualTo(REACHED);
        assertThat(new LongHold(Fakes.SCENARIO, SHORT, List.of(), List.of()).with(Verdicts.capReached(4096)))
                .isEqualTo(Verdicts.capReached(4096));
    }

    @Test
    void levelsAreHeldForAShortTimeAndHalfOfTheCeilingOnceForTheLongOne() {
        assertThat(LONG.withLevelHold().hold()).isEqualTo(Duration.ofSeconds(1));
        assertThat(SHORT.withLevelHold()).isEqualTo(SHORT);
        assertThat(LongHold.requestedHold(SCENARIO, LONG)).contains(Duration.ofSeconds(65));
        assertThat(LongHold.requestedHold(SCENARIO, SHORT)).isEmpty();
        assertThat(LongHold.connections(300)).isEqualTo(150);
        assertThat(LongHold.fewerConnections(closed(128, 20 * SECOND))).hasValue(32);
        assertThat(LongHold.fewerConnections(open(128))).isEmpty();
        assertThat(LongHold.fewerHold(closed(128, 20 * SECOND))).isEqualTo(Duration.ofMillis(23_500));
    }
}
