package io.ceiling.harness.verdict.ramp;

import static io.ceiling.harness.verdict.EvidenceBuilder.evidence;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.ramp.CeilingFinder.HeldLevel;
import io.ceiling.harness.verdict.ramp.RampState.Recovery;
import java.time.Duration;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RampStateTest {

    private static final RampSettings SETTINGS = RampSettings.builder(
                    new RampSettings.Levels(100, 2, 0.02), new RampSettings.Rates(1000, 1000))
            .hold(Duration.ZERO)
            .slo(Duration.ofSeconds(1))
            .stallTimeout(Duration.ofSeconds(5))
            .build();

    private static RampState begun() {
        return RampState.before(new CeilingFinder(SETTINGS, 10_000));
    }

    private static int target(RampState state) {
        return ((NextAction.Hold) state.next()).connections();
    }

    private static RampState pass(RampState state) {
        return state.afterPass(new HeldLevel(target(state), target(state), true));
    }

    private static RampState.FailureOutcome fail(RampState state, int served, LimitingFactor factor, boolean onlyLate) {
        return fail(state, served, factor, onlyLate, false);
    }

    private static RampState.FailureOutcome fail(
            RampState state, int served, LimitingFactor factor, boolean onlyLate, boolean overrun) {
        return fail(state, served, factor, onlyLate, overrun, RampState.Harm.POSSIBLE);
    }

    private static RampState.FailureOutcome late(RampState state, int served, RampState.Harm harm) {
        return fail(state, served, LimitingFactor.UNKNOWN, true, false, harm);
    }

    private static RampState.FailureOutcome fail(
            RampState state,
            int served,
            LimitingFactor factor,
            boolean onlyLate,
            boolean overrun,
            RampState.Harm harm) {
        return state.afterFailure(new RampState.Failure(
                new HeldLevel(target(state), served, false), factor, factor.isTransient(), onlyLate, overrun, harm));
    }

    /** 100 and 200 passed; 400 fails with 300 served. */
    @ParameterizedTest
    @CsvSource({
        // factor, only late, counts, server of the next step, its connections, halvings of the pace
        "SERVER_MAX_CONNECTIONS, false, true, SAME_SERVER, 300, 0",
        "SERVER_THREADS, true, true, SAME_SERVER, 300, 0",
        "SERVER_FILE_DESCRIPTORS, false, true, SAME_SERVER, 300, 0",
        "SERVER_HEAP, false, true, FRESH_SERVER, 300, 0",
        "SERVER_CRASH, false, true, FRESH_SERVER, 300, 0",
        "SERVER_CPU, true, false, SAME_ANSWERING_SERVER, 400, 1",
        "SERVER_CPU, false, false, SAME_SERVER, 400, 1",
        "ACCEPT_QUEUE, true, false, SAME_ANSWERING_SERVER, 400, 1",
        "UNKNOWN, true, false, SAME_ANSWERING_SERVER, 400, 1",
        "UNKNOWN, false, false, FRESH_SERVER, 400, 1",
    })
    void aFailureCountsOrIsTriedAgainAtACalmerPace(
            LimitingFactor factor, boolean onlyLate, boolean counts, Recovery recovery, int next, int halvings) {
        RampState.FailureOutcome judged = fail(pass(pass(begun())), 300, factor, onlyLate);

        assertThat(judged.counts()).isEqualTo(counts);
        assertThat(judged.recovery()).isEqualTo(recovery);
        assertThat(target(judged.state())).isEqualTo(next);
        assertThat(judged.state().halvings(next)).isEqualTo(halvings);
    }

    /** How often the same level fails before that counts, and how calm the last try was. */
    @ParameterizedTest
    @CsvSource({"SERVER_HEAP, 1, 0", "SERVER_CPU, 2, 1", "SERVER_GC, 2, 1", "UNKNOWN, 3, 2", "ACCEPT_QUEUE, 6, 5"})
    void aLevelIsTriedAgainAsOftenAsItsFactorMayPass(LimitingFactor factor, int failures, int halvings) {
        RampState state = pass(begun());
        int level = target(state);
        for (int i = 1; i < failures; i++) {
            RampState.FailureOutcome judged = fail(state, 150, factor, false);
            assertThat(judged.counts()).as("failure %d", i).isFalse();
            state = judged.state();
            assertThat(target(state)).isEqualTo(level);
        }

        assertThat(state.halvings(level)).isEqualTo(halvings);
        assertThat(fail(state, 150, factor, false).counts()).isTrue();
    }

    @Test
    void aPaceThatCuresAListenQueueIsKept() {
        RampState state = fail(begun(), 90, LimitingFactor.ACCEPT_QUEUE, true).state();
        state = pass(fail(state, 95, LimitingFactor.ACCEPT_QUEUE, true).state());

        assertThat(target(state)).isEqualTo(200);
        assertThat(state.halvings(200)).isEqualTo(2);
        assertThat(pass(state).halvings(400)).isEqualTo(2);
    }

    /** Through a proxy the server that drops the connects is not the one that is asked, and nothing names its queue. */
    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN", "SERVER_CPU", "ACCEPT_QUEUE"})
    void aFailureWithDroppedConnectsIsTriedAgainUntilTheyAreOpenedOneAfterTheOther(LimitingFactor factor) {
        RampState state = pass(begun());
        int level = target(state);
        for (int i = 0; i < RampState.MAX_HALVINGS; i++) {
            RampState.FailureOutcome judged = fail(state, 150, factor, true, true);
            assertThat(judged.counts()).isFalse();
            assertThat(judged.recovery()).isEqualTo(Recovery.SAME_ANSWERING_SERVER);
            state = judged.state();
        }

        assertThat(state.halvings(level)).isEqualTo(RampState.MAX_HALVINGS);
        assertThat(pass(state).halvings(2 * level)).isEqualTo(RampState.MAX_HALVINGS);
        assertThat(fail(state, 150, factor, true, true).counts()).isTrue();
    }

    @Test
    void droppedConnectsBesideALimitThatIsFullAreItsSymptom() {
        RampState.FailureOutcome judged = fail(pass(begun()), 150, LimitingFactor.SERVER_MAX_CONNECTIONS, true, true);

        assertThat(judged.counts()).isTrue();
    }

    @Test
    void aPaceThatCuresAnythingElseIsNotKept() {
        RampState state =
                pass(fail(begun(), 90, LimitingFactor.SERVER_CPU, true).state());

        assertThat(state.halvings(target(state))).isZero();
    }

    @Test
    void aServerThatHoldsLessThanBeforeItsFailureIsReplacedAndTheStepDoesNotCount() {
        RampState state = fail(pass(pass(begun())), 250, LimitingFactor.SERVER_MAX_CONNECTIONS, false)
                .state();
        assertThat(target(state)).isEqualTo(250);

        RampState.FailureOutcome damaged = fail(state, 199, LimitingFactor.SERVER_MAX_CONNECTIONS, false);
        RampState.FailureOutcome whole = fail(state, 200, LimitingFactor.SERVER_MAX_CONNECTIONS, false);

        assertThat(damaged.counts()).isFalse();
        assertThat(damaged.recovery()).isEqualTo(Recovery.FRESH_SERVER);
        assertThat(target(damaged.state())).isEqualTo(250);
        assertThat(whole.counts()).isTrue();
        assertThat(whole.recovery()).isEqualTo(Recovery.SAME_SERVER);
    }

    @Test
    void onlyAFailureThatMayHaveLeftTracesSpoilsTheCostsReadAfterIt() {
        RampState clean = pass(begun());
        RampState touched =
                fail(clean, 150, LimitingFactor.SERVER_THREADS, false).state();
        RampState spoilt =
                fail(clean, 150, LimitingFactor.SERVER_FILE_DESCRIPTORS, false).state();

        assertThat(touched.isTainted()).isFalse();
        assertThat(spoilt.isTainted()).isTrue();
        assertThat(spoilt.inFreshServer(8).orElseThrow().isTainted()).isFalse();
    }

    @Test
    void nothingIsRecoveredOnceTheCeilingIsKnown() {
        RampState state =
                fail(pass(begun()), 101, LimitingFactor.SERVER_THREADS, false).state();
        state = pass(state);

        RampState.FailureOutcome last = fail(state, 101, LimitingFactor.SERVER_THREADS, false);

        assertThat(last.recovery()).isEqualTo(Recovery.NONE);
        assertThat(last.state().next()).isEqualTo(new NextAction.Done(101, OptionalInt.of(103)));
        assertThat(last.state().bounds()).isEqualTo(last.state().next());
    }

    @Test
    void aRampUsesUpEightServersAtMostAndBeginsMoreOftenWhereItStartsNone() {
        int most = RampState.maxServers(evidence().scenario());
        RampState state = begun();
        for (int number = 1; number < most; number++) {
            assertThat(state.server()).isEqualTo(number);
            state = state.inFreshServer(most).orElseThrow();
        }

        assertThat(most).isEqualTo(8);
        assertThat(state.server()).isEqualTo(8);
        assertThat(state.inFreshServer(most)).isEmpty();
        // A proxy that makes room for others closes connections too young for a name: three tries of every level.
        assertThat(RampState.maxServers(evidence(facts -> facts.ofTarget(true)).scenario()))
                .isGreaterThanOrEqualTo(30);
    }

    /** A server with a ceiling whose failures have no name and never pass. */
    @Property(tries = 500)
    void closesInOnAnyCeilingThoughEachFailureIsTriedAgain(@ForAll @IntRange(min = 0, max = 9_000) int ceiling) {
        RampState state = begun();
        int steps = 0;
        while (state.next() instanceof NextAction.Hold next) {
            int target = next.connections();
            state = target <= ceiling
                    ? pass(state)
                    : fail(state, ceiling, LimitingFactor.UNKNOWN, false).state();
            assertThat(++steps).isLessThan(100);
        }

        assertThat(state.bounds().ceiling()).isLessThanOrEqualTo(ceiling);
        assertThat(state.bounds().firstFailure().orElseThrow()).isGreaterThan(ceiling);
        assertThat(state.bounds().firstFailure().orElseThrow() - state.bounds().ceiling())
                .isLessThanOrEqualTo(Math.max(1, (int) (0.02 * ceiling)));
    }

    @Test
    void lateRequestsInFlightCountAtOnceInTheSameServerAndTheLowestIsHeldOnceMore() {
        RampState.FailureOutcome far = late(pass(pass(begun())), 203, RampState.Harm.NONE);
        RampState held = pass(far.state());
        RampState.FailureOutcome near = late(held, 203, RampState.Harm.NONE);
        RampState.FailureOutcome again = late(near.state(), 203, RampState.Harm.NONE);

        assertThat(far.counts()).isTrue();
        assertThat(far.recovery()).isEqualTo(RampState.Recovery.SAME_SERVER);
        assertThat(held.bounds().ceiling()).isEqualTo(203);
        assertThat(target(near.state())).isEqualTo(target(held));
        assertThat(near.recovery()).isEqualTo(RampState.Recovery.SAME_SERVER);
        assertThat(again.state().next()).isInstanceOf(NextAction.Done.class);
        assertThat(again.recovery()).isEqualTo(RampState.Recovery.NONE);
    }

    @Test
    void aLateRequestThatDoesNotComeTwiceIsForgotten() {
        RampState held =
                pass(late(pass(pass(begun())), 203, RampState.Harm.NONE).state());
        RampState.FailureOutcome near = late(held, 203, RampState.Harm.NONE);

        RampState after = pass(near.state());

        assertThat(after.bounds().ceiling()).isEqualTo(target(held));
        assertThat(after.bounds().firstFailure()).hasValue(400);
        assertThat(target(after)).isGreaterThan(target(held));
    }

    @Test
    void lateRequestsOfALevelThatIsExpectedToPassAreTriedAgainAtOnce() {
        RampState far = late(pass(pass(begun())), 203, RampState.Harm.NONE).state();
        RampState.FailureOutcome first = late(far, 203, RampState.Harm.NONE_UNEXPECTED);

        RampState.FailureOutcome second = late(first.state(), 203, RampState.Harm.NONE_UNEXPECTED);

        assertThat(first.counts()).isFalse();
        assertThat(target(first.state())).isEqualTo(203);
        assertThat(first.recovery()).isEqualTo(RampState.Recovery.SAME_SERVER);
        RampState.FailureOutcome third = late(second.state(), 203, RampState.Harm.NONE_UNEXPECTED);

        assertThat(second.counts()).isFalse();
        assertThat(third.counts()).isTrue();
        assertThat(third.state().bounds().firstFailure()).hasValue(203);
        // It has come three times, so that nobody holds it once more.
        assertThat(third.state().next()).isInstanceOf(NextAction.Done.class);
    }
}
