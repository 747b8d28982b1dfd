package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.ramp.NextAction;
import io.ceiling.harness.verdict.ramp.RampOutcome;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.workload.CustomPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HeldRampTest {

    private static final LogFinding HEAP_FULL =
            new LogFinding(LimitingFactor.SERVER_HEAP, 7, "java.lang.OutOfMemoryError: Java heap space", 300, -1);

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    private FakeAgent agent = new FakeAgent(300);
    /** Connections that the server keeps although their clients have left. */
    private long left;

    private final EffortMeter meter = new EffortMeter(clock::nanoTime);
    private final List<FakeSession> sessions = new ArrayList<>();
    private List<LogFinding> log = List.of(HEAP_FULL);
    private int serversThatStart = Integer.MAX_VALUE;
    private long memoryAvailable = 100;
    private int cap = 1000;
    private OptionalInt exitCode = OptionalInt.empty();

    private RampOutcome ramp() throws InterruptedException {
        Scenario scenario = scenario();
        StopReasons stopReasons = new StopReasons(() -> Observation.of(memoryAvailable), 50, clock::nanoTime);
        return new HeldRamp(
                        new Load(scenario, Fakes.RAMP, new Fleet(List.of(agent)), clock, stopReasons),
                        number -> {
                            if (number > serversThatStart) {
                                throw new ScenarioNotRunException("no memory");
                            }
                            FakeSession session = new FakeSession(scenario);
                            sessions.add(session);
                            return session;
                        },
                        meter,
                        RampListener.NONE)
                .run();
    }

    @Test
    void closesInOnWhatTheServerTakes() throws Exception {
        RampOutcome outcome = ramp();

        assertThat(outcome.done().ceiling()).isEqualTo(300);
        assertThat(outcome.done().firstFailure()).hasValue(306);
        assertThat(outcome.end().gaveUp()).isEmpty();
        assertThat(outcome.end().stopReason()).isEmpty();
        assertThat(outcome.failures()).hasSize(2);
    }

    @Test
    void goesOnInAFreshServerAfterAFailureThatMayHaveHarmedItAndStartsNoneForNothing() throws Exception {
        RampOutcome outcome = ramp();

        // 512 fails in the first, 300 passes and 306 fails in the second; nobody needs a third.
        assertThat(sessions).hasSize(2).allMatch(session -> session.closed);
        assertThat(outcome.steps())
                .extracting(Step::target, Step::server)
                .containsSubsequence(tuple(512, 1), tuple(300, 2), tuple(306, 2));
        assertThat(outcome.steps())
                .filteredOn(Step::costPoint)
                .extracting(Step::target)
                .contains(16, 256, 300)
                .doesNotContain(306, 512);
    }

    /** A server that is out of descriptors could not take the order to end what it holds. */
    @Test
    void responsesThatAreHeldAlreadyAreTheNextLevelInTheSameServer() throws Exception {
        log = List.of(new LogFinding(
                LimitingFactor.SERVER_FILE_DESCRIPTORS, 7, "java.io.IOException: Too many open files", 300, -1));

        RampOutcome outcome = ramp();

        assertThat(outcome.done().ceiling()).isEqualTo(300);
        assertThat(outcome.done().firstFailure()).hasValue(306);
        assertThat(sessions).hasSize(1);
        assertThat(outcome.steps().stream().filter(step -> step.target() >= 300))
                .extracting(Step::target, Step::passed)
                .containsExactly(tuple(512, false), tuple(300, true), tuple(306, false));
        // Those that are held were opened once, and no others in their place.
        assertThat(outcome.steps().stream()
                        .filter(step -> step.target() == 300)
                        .map(step -> step.before().load().connections().alive()))
                .containsExactly(300L);
    }

    @Test
    void aFailureWithoutANameIsTriedAgainAndTheTriesAreKeptButDoNotCount() throws Exception {
        log = List.of();

        RampOutcome outcome = ramp();

        assertThat(outcome.steps().stream().filter(step -> step.target() == 512))
                .extracting(Step::counted)
                .containsExactly(false, false, true);
        assertThat(outcome.done().ceiling()).isBetween(294, 300);
        assertThat(outcome.steps()).extracting(Step::index).doesNotHaveDuplicates();
    }

    @Test
    void warmsEveryServerBeforeItsFirstStepAndHasItLetGo() throws Exception {
        RampOutcome outcome = ramp();

        assertThat(sessions).hasSize(2).allMatch(session -> session.released > 0);
        assertThat(meter.warmUp().servers()).isEqualTo(2);
        assertThat(meter.warmUp().steady()).isTrue();
        assertThat(meter.warmUp().connections()).isPositive();
        assertThat(outcome.steps().get(0).before().load().connections().alive()).isZero();
        assertThat(meter.effort(Observation.of(0)).nanos(Phase.WARM_UP)).isPositive();
        assertThat(meter.effort(Observation.of(0)).serverCpuNanos()).isEqualTo(Observation.of(2_000_000_000L));
    }

    /** Once, when the ramp comes by there: a pause of somebody. */
    @Test
    void answersThatAreLateOnceAreTriedAgainMoreSlowlyInTheSameServerAndDecideNothing() throws Exception {
        log = List.of();
        List<Double> rates = new ArrayList<>();
        agent.atOpening((alive, perSecond) -> {
            if (alive == 160) {
                rates.add(perSecond);
                if (rates.size() == 1) {
                    agent.answerTooLate(1);
                }
            }
        });
        cap = 280;

        RampOutcome outcome = ramp();

        assertThat(outcome.done().ceiling()).isEqualTo(280);
        assertThat(outcome.done().firstFailure()).isEmpty();
        assertThat(sessions).hasSize(1);
        assertThat(outcome.steps().stream().filter(step -> step.target() == 256))
                .extracting(Step::passed, Step::counted)
                .containsExactly(tuple(false, false), tuple(true, true));
        assertThat(rates)
                .containsExactly(
                        Fakes.RAMP.rates().opensPerSecond(), Fakes.RAMP.rates().opensPerSecond() / 2);
    }

    @Test
    void answersThatAreLateAgainAndAgainCountOnceAFreshServerGaveThemTooAtAQuarterOfThePace() throws Exception {
        log = List.of();
        agent.atOpening((alive, perSecond) -> {
            if (alive >= 160) {
                agent.answerTooLate(1);
            }
        });
        cap = 256;

        RampOutcome outcome = ramp();

        assertThat(outcome.steps().stream().filter(step -> step.target() == 256))
                .extracting(Step::server, Step::counted)
                .containsExactly(tuple(1, false), tuple(1, false), tuple(2, true));
        assertThat(outcome.done().ceiling()).isLessThan(256);
        assertThat(outcome.failures()).isNotEmpty().allMatch(FailedStep::nothingWorseThanLate);
    }

    @Test
    void theMemoryFloorEndsTheRampWithoutAFailure() throws Exception {
        agent.beforeOpening(alive -> {
            if (alive >= 260) {
                memoryAvailable = 40;
            }
        });

        RampOutcome outcome = ramp();

        assertThat(outcome.end().stopReason())
                .hasValueSatisfying(why -> assertThat(why).contains("memory left on this host"));
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.done().ceiling()).isEqualTo(256);
        assertThat(outcome.done().firstFailure()).isEmpty();
        assertThat(outcome.steps().get(outcome.steps().size() - 1).counted()).isFalse();
    }

    @Test
    void aWebApplicationThatEndsWhatItHoldsEndsTheRampWithoutAFailureOfTheServer() throws Exception {
        agent.beforeOpening(alive -> {
            if (alive == 128) {
                agent.endHolds(16);
            }
        });

        RampOutcome outcome = ramp();

        assertThat(outcome.end().stopReason())
                .hasValueSatisfying(why -> assertThat(why).contains("ceiling.hold.seconds"));
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.done().ceiling()).isEqualTo(128);
        assertThat(outcome.done().firstFailure()).isEmpty();
        assertThat(sessions).hasSize(1);
    }

    @Test
    void aFurtherServerThatDoesNotStartLeavesWhatWasMeasured() throws Exception {
        serversThatStart = 1;

        RampOutcome outcome = ramp();

        assertThat(outcome.end().gaveUp()).hasValue("server 2 did not start: no memory");
        assertThat(outcome.done().ceiling()).isEqualTo(256);
        assertThat(outcome.done().firstFailure()).hasValue(512);
    }

    @Test
    void aCapThatIsHeldEndsTheRamp() throws Exception {
        cap = 200;

        RampOutcome outcome = ramp();

        assertThat(outcome.done().ceiling()).isEqualTo(200);
        assertThat(outcome.done().firstFailure()).isEmpty();
        assertThat(sessions).hasSize(1);
    }

    /** Killed by the kernel, say, at the moment in which it answered too late: nothing else will decide the ceiling. */
    @Test
    void aFailureThatWasToBeTriedAgainCountsIfTheServerEndedWithIt() throws Exception {
        log = List.of();
        serversThatStart = 1;
        agent.atOpening((alive, perSecond) -> {
            if (alive > 200) {
                exitCode = OptionalInt.of(137);
            }
        });

        RampOutcome outcome = ramp();

        assertThat(outcome.end().gaveUp()).isPresent();
        assertThat(outcome.done().firstFailure()).isPresent();
        assertThat(outcome.failures()).hasSize(1);
        assertThat(outcome.steps().get(outcome.steps().size() - 1).counted()).isTrue();
    }

    @Test
    void connectionsThatSeemToBeClosedByATimeOutAreFollowedByAControlWithFewerThatDoesNotCount() throws Exception {
        log = List.of();
        agent.closeAboveAtAge(200, 2_000_000_000L);

        RampOutcome outcome = ramp();

        Step control = outcome.control().orElseThrow();
        assertThat(control.target()).isBetween(50, 100);
        assertThat(outcome.done().ceiling()).isBetween(190, 200);
        assertThat(control.passed()).isTrue();
        assertThat(control.counted()).isFalse();
        assertThat(control.durationNanos()).isGreaterThan(4_000_000_000L);
    }

    /** The clients of the ten are held for good, and so are those of which it was one too many: nobody waits for them. */
    @Test
    void aServerThatKeepsClientsThatHaveLeftIsNotBegunAnew() throws Exception {
        agent = new FakeAgent(10);
        left = 6;
        log = List.of();

        RampOutcome outcome = ramp();

        assertThat(outcome.done()).isEqualTo(new NextAction.Done(10, OptionalInt.of(11)));
        assertThat(outcome.end().gaveUp()).isEmpty();
        assertThat(sessions).hasSize(1);
    }

    @Test
    void aControlThatIsClosedAtTheSameAgeEndsTheRamp() throws Exception {
        log = List.of();
        agent.atOpening((alive, perSecond) -> {
            if (alive >= 100) {
                agent.closeAboveAtAge(20, 2_000_000_000L);
            }
        });

        RampOutcome outcome = ramp();

        assertThat(outcome.steps().stream().filter(step -> !step.passed())).hasSize(2);
        assertThat(outcome.control())
                .hasValue(outcome.steps().get(outcome.steps().size() - 1));
        assertThat(outcome.control().orElseThrow().passed()).isFalse();
    }

    private Scenario scenario() {
        if (left > 0) {
            UserApplication events =
                    new UserApplication(Optional.empty(), new CustomRequest(CustomPlan.Kind.SSE, "/events", "", ""));
            return new Scenario(
                    Tomcats.settings().build(),
                    Work.of(Workloads.CUSTOM, events),
                    cap,
                    1,
                    List.of(Tomcats.target(8080)));
        }
        return new Scenario(
                Tomcats.settings()
                        .heapMaxBytes(64 << 20)
                        .nofile(2048)
                        .atmosphereVersion("3.1.0")
                        .build(),
                Work.of(Workloads.HOLD_ASYNC),
                cap);
    }

    private final class FakeSession extends Fakes.IdleSession {
        private final Scenario scenario;
        private boolean closed;
        private int released;

        FakeSession(Scenario scenario) {
            super(clock);
            this.scenario = scenario;
        }

        @Override
        public Observation connections() {
            return Observation.of(agent.report().connections().alive());
        }

        @Override
        public void releaseHeld() {
            released++;
        }

        @Override
        public Observation cpuNanos() {
            return Observation.of(1_000_000_000);
        }

        @Override
        public OptionalInt exitCode() {
            return exitCode;
        }

        @Override
        public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
            Occupants.Sockets sockets = new Occupants.Sockets(
                    Observation.of(10),
                    Observation.of(0),
                    Observation.of(left),
                    Observation.of(0),
                    Observation.of(0),
                    true);
            return Fakes.evidence(this, scenario, log, lastPassed, failed, answer).stream()
                    .map(evidence -> evidence.with(new Occupants(sockets, List.of(), List.of())))
                    .toList();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
