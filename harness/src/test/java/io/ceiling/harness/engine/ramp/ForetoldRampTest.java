package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.verdict.law.ConcurrencyLaw;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.RateLaw;
import io.ceiling.harness.verdict.ramp.RampOutcome;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that serves a number of requests of 300 ms at once; two rounds of them fit into the SLO of 700 ms. */
class ForetoldRampTest {

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});

    private Scenario scenario(int cap) {
        return new Scenario(
                Tomcats.settings().build(),
                Work.of(
                        Workloads.CUSTOM,
                        new UserApplication(Optional.empty(), CustomRequest.inFlight("/slow", RequestPace.AT_ONCE))),
                cap);
    }

    private PoolAgent pool(int places) {
        return new PoolAgent(clock::nanoTime, places, Duration.ofMillis(300).toNanos());
    }

    private RampOutcome ramp(int places, int cap) throws InterruptedException {
        return ramp(pool(places), cap);
    }

    private RampOutcome ramp(PoolAgent agent, int cap) throws InterruptedException {
        return ramp(agent, cap, Duration.ofMillis(700));
    }

    private RampOutcome ramp(PoolAgent agent, int cap, Duration slo) throws InterruptedException {
        Scenario scenario = scenario(cap);
        RampSettings ramp = Fakes.RAMP.toBuilder().slo(slo).sloGiven(true).build();
        return new HeldRamp(
                        new Load(scenario, ramp, new Fleet(List.of(agent)), clock, Fakes.noStop(clock)),
                        number -> new PoolSession(agent, scenario),
                        new EffortMeter(clock::nanoTime),
                        RampListener.NONE)
                .run();
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3", "7, 14, 15", "23, 46, 47", "120, 240, 244"})
    void wholeRoundsAreForetoldAndHeldInThreeSteps(int places, int ceiling, int fails) throws Exception {
        RampOutcome outcome = ramp(places, 2_000);

        assertThat(outcome.steps())
                .extracting(Step::target, Step::passed)
                .containsExactly(tuple(ceiling, true), tuple(fails, false), tuple(fails, false));
        Diagnosis diagnosis =
                outcome.failures().get(0).evidence().serverTraces().diagnosis();
        assertThat(diagnosis.levels()).hasSize(2).allMatch(level -> level.offered() > places);
        assertThat(ConcurrencyLaw.of(diagnosis))
                .isInstanceOfSatisfying(
                        Law.Limit.class, limit -> assertThat(limit.rounded()).isEqualTo(places));
    }

    /** Nobody waits for a second round; a place that was refused is filled again a moment later. */
    @Test
    void asManyAsAreServedAtOnceAreForetoldWhereOthersAreRefused() throws Exception {
        RampOutcome outcome = ramp(pool(10).refusingBeyond(0), 2_000);

        assertThat(outcome.done().ceiling()).isEqualTo(10);
        assertThat(outcome.done().firstFailure()).hasValue(11);
        Diagnosis diagnosis =
                outcome.failures().get(0).evidence().serverTraces().diagnosis();
        assertThat(diagnosis.levels()).allMatch(level -> level.failedRequests().count() > 0);
        assertThat(ConcurrencyLaw.of(diagnosis))
                .isInstanceOfSatisfying(
                        Law.Limit.class, limit -> assertThat(limit.served()).isBetween(9.5, 10.5));
    }

    /** More than are served at once are answered of a burst, after they have waited. */
    @Test
    void aQueueBeforeThoseThatAreServedIsNoLimitOfTheRate() throws Exception {
        RampOutcome outcome = ramp(pool(5).refusingBeyond(10), 2_000);

        assertThat(outcome.done().ceiling()).isEqualTo(10);
        Diagnosis diagnosis =
                outcome.failures().get(0).evidence().serverTraces().diagnosis();
        assertThat(diagnosis.pacing().burst()).hasValueSatisfying(burst -> {
            assertThat(burst.requests()).isBetween(24, 26);
            assertThat(burst.answered()).isEqualTo(5);
        });
        assertThat(RateLaw.of(diagnosis)).isEmpty();
    }

    /** Tokens that a bucket saved up make one level or both faster than the server can be for long. */
    @ParameterizedTest
    @CsvSource({"23, 30, 200", "23, 30, 400", "60, 60, 200", "60, 75, 1000", "60, 120, 700", "60, 120, 1000"})
    void levelsThatSpentWhatABucketSavedUpAreTakenAgain(int places, int perSecond, int savedUp) throws Exception {
        RampOutcome outcome = ramp(pool(places).behindTokens(perSecond, savedUp), 2_000);

        Diagnosis diagnosis =
                outcome.failures().get(0).evidence().serverTraces().diagnosis();
        assertThat(diagnosis.levels()).hasSize(2).allSatisfy(level -> assertThat(
                        level.answerRate().perSecond())
                .isCloseTo(perSecond, withinPercentage(2)));
        assertThat(RateLaw.of(diagnosis))
                .hasValueSatisfying(rate -> assertThat(rate.perSecond()).isCloseTo(perSecond, withinPercentage(2)));
    }

    /** Three requests after a pause, and seconds of requests without one, would take half a minute and more. */
    @Test
    void whereARequestTakesLongNoSingleClientIsTried() throws Exception {
        PoolAgent slow = new PoolAgent(clock::nanoTime, 1, Duration.ofSeconds(6).toNanos());

        RampOutcome outcome = ramp(slow, 2_000, Duration.ofSeconds(14));

        assertThat(outcome.done().ceiling()).isEqualTo(2);
        Diagnosis diagnosis =
                outcome.failures().get(0).evidence().serverTraces().diagnosis();
        assertThat(RateLaw.needsSingleClient(diagnosis)).isTrue();
        assertThat(diagnosis.pacing().singleClient()).isEmpty();
        assertThat(diagnosis.pacing().whyNoSingleClient()).isEqualTo("a request takes more than 5 s");
    }

    @Test
    void whereNothingLimitsWhatIsServedAtOnceTheCapIsMet() throws Exception {
        RampOutcome outcome = ramp(10_000, 300);

        assertThat(outcome.done().ceiling()).isEqualTo(300);
        assertThat(outcome.done().firstFailure()).isEmpty();
        assertThat(outcome.failures()).isEmpty();
    }

    @Test
    void aCapThatLeavesNoRoomBeyondTheCeilingLeavesTheLawOut() throws Exception {
        RampOutcome outcome = ramp(7, 15);

        assertThat(outcome.done().ceiling()).isEqualTo(14);
        assertThat(outcome.failures().get(0).evidence().serverTraces().diagnosis())
                .satisfies(diagnosis -> assertThat(diagnosis.levels()).isEmpty())
                .satisfies(diagnosis -> assertThat(diagnosis.skipped()).contains("leave no room"));
    }

    private final class PoolSession extends Fakes.IdleSession {
        private final PoolAgent agent;
        private final Scenario scenario;

        PoolSession(PoolAgent agent, Scenario scenario) {
            super(clock);
            this.agent = agent;
            this.scenario = scenario;
        }

        @Override
        public Observation connections() {
            return Observation.of(agent.inServer());
        }

        @Override
        public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
            return Fakes.evidence(this, scenario, List.of(), lastPassed, failed, answer);
        }
    }
}
