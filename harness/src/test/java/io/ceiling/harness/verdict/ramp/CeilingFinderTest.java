package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.ramp.CeilingFinder.HeldLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CeilingFinderTest {

    /** A server: how many it serves of those that a step wants. */
    interface Server {
        int served(int wanted);

        /** All are served, and nothing else goes wrong. */
        default boolean passes(int wanted, int served) {
            return served >= wanted;
        }
    }

    /** A server with a ceiling, and what it says when that is passed. */
    record Hidden(int ceiling, Hint hint, Random random) implements Server {
        @Override
        public int served(int wanted) {
            return wanted <= ceiling ? wanted : hint.served(ceiling, wanted, random);
        }

        @Override
        public boolean passes(int wanted, int served) {
            return wanted <= ceiling;
        }
    }

    private static RampSettings settings(int start, double growth, double tolerance) {
        return RampSettings.builder(
                        new RampSettings.Levels(start, growth, tolerance), new RampSettings.Rates(1000, 1000))
                .hold(Duration.ZERO)
                .slo(Duration.ofSeconds(1))
                .stallTimeout(Duration.ofSeconds(5))
                .build();
    }

    private static HeldLevel step(int target, int served) {
        return new HeldLevel(target, served, served >= target);
    }

    private static List<HeldLevel> ramp(RampSettings settings, int cap, Server server, int most) {
        CeilingFinder finder = new CeilingFinder(settings, cap);
        List<HeldLevel> steps = new ArrayList<>();
        while (finder.next(steps) instanceof NextAction.Hold hold) {
            int served = server.served(hold.connections());
            steps.add(new HeldLevel(hold.connections(), served, server.passes(hold.connections(), served)));
            assertThat(steps.size()).as("steps %s", targets(steps)).isLessThanOrEqualTo(most);
        }
        return steps;
    }

    private static List<Integer> targets(List<HeldLevel> steps) {
        return steps.stream().map(HeldLevel::target).toList();
    }

    private static NextAction.Done end(RampSettings settings, int cap, List<HeldLevel> steps) {
        return (NextAction.Done) new CeilingFinder(settings, cap).next(steps);
    }

    @Test
    void aCeilingThatIsExpectedIsHeldFirstAndThenTheNumberJustAboveIt() {
        CeilingFinder finder = new CeilingFinder(settings(16, 2, 0.02), 1_000, 120);

        assertThat(finder.next(List.of())).isEqualTo(new NextAction.Hold(120));
        assertThat(finder.next(List.of(step(120, 120)))).isEqualTo(new NextAction.Hold(122));
        assertThat(finder.next(List.of(step(120, 120), step(122, 120))))
                .isEqualTo(new NextAction.Done(120, OptionalInt.of(122)));
        assertThat(finder.next(List.of(step(120, 120), step(122, 122))))
                .as("there are a few more")
                .isEqualTo(new NextAction.Hold(128));
        assertThat(finder.next(List.of(step(120, 120), step(122, 122), step(128, 128))))
                .as("there are more")
                .isEqualTo(new NextAction.Hold(152));
        assertThat(finder.next(List.of(step(120, 100)))).isEqualTo(new NextAction.Hold(100));
    }

    @Test
    void aGoodHintEndsTheRampInTwoSteps() {
        RampSettings settings = settings(100, 2, 0.02);

        List<HeldLevel> steps = ramp(settings, 100_000, wanted -> Math.min(wanted, 9_990), 20);

        assertThat(targets(steps)).containsExactly(100, 200, 400, 800, 1600, 3200, 6400, 12_800, 9_990, 10_189);
        assertThat(end(settings, 100_000, steps)).isEqualTo(new NextAction.Done(9_990, OptionalInt.of(10_189)));
    }

    @ParameterizedTest
    @CsvSource({
        // What the first failure says it served, what is held, the ceiling that is found.
        "19975, 19974, 19974",
        "19975, 19973, 19925",
        "19975, 19940, 19925",
        "19975, 19975, 19975"
    })
    void aHintThatFailsByAFewConnectionsCostsNoMoreThanAFewOfThem(int hint, int held, int found) {
        RampSettings settings = settings(10_000, 2, 0.02);

        List<HeldLevel> steps = ramp(
                settings, 100_000, wanted -> wanted <= held ? wanted : Math.min(wanted - 1, Math.max(held, hint)), 20);

        assertThat(end(settings, 100_000, steps).ceiling())
                .as("%s", targets(steps))
                .isEqualTo(found);
    }

    @Test
    void aHintThatIsALittleTooHighIsFollowedByTheNumberJustBelowIt() {
        RampSettings settings = settings(8_000, 2, 0.02);

        List<HeldLevel> steps =
                ramp(settings, 100_000, wanted -> wanted <= 9_900 ? wanted : Math.min(wanted - 3, 9_990), 20);

        assertThat(targets(steps)).containsExactly(8_000, 16_000, 9_990, 9_987, 9_963, 9_768);
        assertThat(end(settings, 100_000, steps)).isEqualTo(new NextAction.Done(9_768, OptionalInt.of(9_963)));
    }

    @Test
    void endsAtTheCapIfNothingBreaks() {
        RampSettings settings = settings(100, 2, 0.02);

        List<HeldLevel> steps = ramp(settings, 500, wanted -> wanted, 20);

        assertThat(targets(steps)).containsExactly(100, 200, 400, 500);
        assertThat(end(settings, 500, steps)).isEqualTo(new NextAction.Done(500, OptionalInt.empty()));
    }

    @Test
    void startsAtTheCapIfThatIsLower() {
        assertThat(new CeilingFinder(settings(100, 2, 0.02), 7).next(List.of())).isEqualTo(new NextAction.Hold(7));
    }

    @Test
    void ceilingIsZeroIfNotEvenOneIsServed() {
        RampSettings settings = settings(100, 2, 0.02);

        List<HeldLevel> steps = ramp(settings, 500, wanted -> 0, 20);

        assertThat(end(settings, 500, steps)).isEqualTo(new NextAction.Done(0, OptionalInt.of(1)));
    }

    @Test
    void aPassAboveAnEarlierFailureDoesNotCount() {
        RampSettings settings = settings(100, 2, 0.02);
        List<HeldLevel> steps = List.of(step(100, 100), step(101, 90), step(150, 150));

        assertThat(new CeilingFinder(settings, 1000).next(steps))
                .isEqualTo(new NextAction.Done(100, OptionalInt.of(101)));
    }

    @Test
    void aNumberThatPassedAndFailedHasFailed() {
        RampSettings settings = settings(100, 2, 0.02);
        List<HeldLevel> steps = List.of(step(100, 100), step(102, 102), step(102, 0));

        assertThat(new CeilingFinder(settings, 1000).next(steps))
                .isEqualTo(new NextAction.Done(100, OptionalInt.of(102)));
    }

    @Test
    void refusesACapBelowOne() {
        assertThatThrownBy(() -> new CeilingFinder(settings(1, 2, 0.1), 0))
                .hasMessage("cap connections must be >= 1, was 0");
    }

    /** What a failed step says it served, from right to absurd. */
    enum Hint {
        EXACT,
        NONE,
        ALL_BUT_ONE,
        ALL,
        A_LITTLE_MORE,
        LESS,
        RANDOM;

        int served(int hidden, int wanted, Random random) {
            return switch (this) {
                case EXACT -> hidden;
                case NONE -> 0;
                case ALL_BUT_ONE -> wanted - 1;
                // All were served at first, but not in time.
                case ALL -> wanted;
                case A_LITTLE_MORE -> Math.min(wanted - 1, hidden + 1 + hidden / 50);
                case LESS -> hidden * 2 / 3;
                case RANDOM -> random.nextInt(wanted);
            };
        }
    }

    @Provide
    Arbitrary<Hint> hints() {
        return Arbitraries.of(Hint.class);
    }

    private static int mostSteps(RampSettings settings, int cap) {
        double growing = Math.log((double) cap / Math.min(cap, settings.levels().startConnections()))
                / Math.log(settings.levels().growth());
        double halvings = Math.log(cap) / Math.log(2);
        // Growth, the cap, hints that were nearly right, and no more than three steps for each halving.
        return (int) Math.ceil(growing) + 2 + 2 + 3 * (int) Math.ceil(halvings + 1);
    }

    @Property(tries = 3000)
    void findsAnyCeilingWithinToleranceWhateverTheHints(
            @ForAll @IntRange(min = 0, max = 200_000) int hidden,
            @ForAll @IntRange(min = 1, max = 5_000) int start,
            @ForAll @DoubleRange(min = 1.1, max = 4) double growth,
            @ForAll @Scale(3) @DoubleRange(min = 0.001, max = 0.3) double tolerance,
            @ForAll("hints") Hint hint,
            @ForAll long seed) {
        RampSettings settings = settings(start, growth, tolerance);
        int cap = 1_000_000;

        List<HeldLevel> steps = ramp(
                settings,
                cap,
                new Hidden(hidden, hint, new Random(seed)),
                mostSteps(settings, cap) + small(start, growth));
        NextAction.Done done = end(settings, cap, steps);

        assertThat(done.ceiling()).isLessThanOrEqualTo(hidden);
        assertThat(done.firstFailure().getAsInt()).isGreaterThan(hidden);
        assertThat(done.firstFailure().getAsInt() - done.ceiling())
                .isLessThanOrEqualTo((int) Math.max(1, tolerance * done.ceiling()));
    }

    /** While growth adds less than one connection, each step adds one. */
    private static int small(int start, double growth) {
        return Math.max(0, (int) (1 / (growth - 1)) + 1 - start);
    }

    @Property(tries = 2000)
    void endsWithAllStepsConsistentOnAServerThatIsNotMonotone(
            @ForAll @IntRange(min = 1, max = 5_000) int start,
            @ForAll @DoubleRange(min = 0, max = 1) double failing,
            @ForAll long seed) {
        RampSettings settings = settings(start, 2, 0.02);
        int cap = 100_000;
        Random random = new Random(seed);

        List<HeldLevel> steps = ramp(
                settings,
                cap,
                wanted -> random.nextDouble() < failing ? random.nextInt(wanted) : wanted,
                mostSteps(settings, cap));
        NextAction.Done done = end(settings, cap, steps);

        assertThat(steps)
                .filteredOn(step -> !step.passed())
                .allMatch(step -> step.target() >= done.firstFailure().orElse(0));
        assertThat(done.ceiling() == 0
                        || steps.stream().anyMatch(step -> step.passed() && step.target() == done.ceiling()))
                .isTrue();
        assertThat(targets(steps)).doesNotHaveDuplicates();
    }
}
