package io.ceiling.watch.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.result.law.LoadLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** A tool in a closed loop without pauses, whose server serves some requests at once, each for 400 ms. */
class ToolRunTest {

    private static final double SERVICE = 0.4;
    private static final double PERIOD = 0.25;

    private static List<Moment> run(double seconds, int places, DoubleUnaryOperator users) {
        List<Moment> moments = new ArrayList<>();
        double answered = 0;
        for (double at = 0; at < seconds; at += PERIOD) {
            double outstanding = Math.floor(users.applyAsDouble(at));
            answered += Math.min(outstanding, places) / SERVICE * PERIOD;
            long queued = (long) Math.max(0, outstanding - places);
            moments.add(new Moment((long) (1e9 * at), outstanding, Math.round(answered), queued, (long) (2e7 * at)));
        }
        return moments;
    }

    @Test
    void aConstantLoadIsALevelTwice() {
        List<LoadLevel> levels = new ToolRun(run(15, 23, at -> 150)).levels(SERVICE, 1, 2);

        assertThat(levels).hasSize(2).allSatisfy(level -> {
            assertThat(level.offered()).isEqualTo(150);
            assertThat(level.answerRate().perSecond()).isCloseTo(23 / SERVICE, within(0.5));
            assertThat(level.processors().server().orElseThrow()).isCloseTo(0.02, within(0.001));
        });
    }

    @Test
    void aLevelBelowTheHighestIsBeyondWhatIsServed() {
        List<LoadLevel> levels = new ToolRun(run(40, 23, at -> Math.min(150, 5 * at))).levels(SERVICE, 1, 2);

        assertThat(levels).hasSize(2);
        assertThat(levels.get(0).offered()).isBetween(40, 120);
        assertThat(levels.get(1).offered()).isBetween(140, 150);
    }

    @Test
    void whatALoadPassesOnItsWayIsNoLevel() {
        List<LoadLevel> levels = new ToolRun(run(15, 23, at -> at < 2 ? 80 : 150)).levels(SERVICE, 1, 2);

        assertThat(levels).hasSize(2).allSatisfy(level -> assertThat(level.offered())
                .isEqualTo(150));
    }

    @Test
    void secondsBeforeAnybodyWaitsTellTheTimeOfARequest() {
        List<Long> quiet = new ToolRun(run(40, 23, at -> Math.min(150, 2 + 4 * at))).quietNanos();

        assertThat(quiet).isNotEmpty().allSatisfy(nanos -> assertThat(nanos / 1e9)
                .isCloseTo(SERVICE, within(0.08)));
    }

    @Test
    void aConstantLoadHasNoQuietSeconds() {
        assertThat(new ToolRun(run(15, 23, at -> 150)).quietNanos()).isEmpty();
    }

    @Test
    void aRampAllOfWhichWaitsHasNoQuietSeconds() {
        assertThat(new ToolRun(run(40, 5, at -> Math.min(150, 20 + 4 * at))).quietNanos())
                .isEmpty();
    }

    @Test
    void answersGrowWithTheLoadWhereNothingLimitsThem() {
        assertThat(new ToolRun(run(30, 1000, at -> at < 15 ? 20 : 60)).growth())
                .hasValueSatisfying(growth ->
                        assertThat(growth.perSecondOfTop() / growth.perSecond()).isCloseTo(3, within(0.1)));
        assertThat(new ToolRun(run(30, 15, at -> at < 15 ? 20 : 60)).growth()).isEmpty();
    }

    @Test
    void tooFewReadingsAreNoLevel() {
        assertThat(new ToolRun(run(0.5, 23, at -> 150)).highestLevel()).isEmpty();
        assertThat(new ToolRun(List.of()).highestLevel()).isEmpty();
    }
}
