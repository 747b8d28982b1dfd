package io.ceiling.watch.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.watch.verdict.WatchBudget.ReadingKind;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** A watch that looks as often as it may, four times a second at most. */
class WatchBudgetTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000;

    private final WatchBudget budget = new WatchBudget();

    private int run(int seconds, ReadingKind look, long costNanos) {
        int looks = 0;
        for (long now = 0; now < seconds * SECOND; now += SECOND / 4) {
            if (budget.allows(look, now)) {
                budget.spend(look, costNanos);
                looks++;
            }
        }
        return looks;
    }

    @Property(tries = 200)
    void readingsAndLooksAtThreadsTakeAHundredthOfOneProcessorInAQuarterOfAMinuteAtMost(
            @ForAll @LongRange(min = 100_000, max = 40 * MILLI) long reading,
            @ForAll @LongRange(min = 100_000, max = 150 * MILLI) long look,
            @ForAll @IntRange(min = 15, max = 600) int seconds) {
        WatchBudget fresh = new WatchBudget();
        long spent = 0;
        for (long now = 0; now < seconds * SECOND; now += SECOND / 4) {
            if (fresh.allows(ReadingKind.COUNTS, now)) {
                fresh.spend(ReadingKind.COUNTS, reading);
                spent += reading;
            }
            if (fresh.allows(ReadingKind.THREADS, now)) {
                fresh.spend(ReadingKind.THREADS, look);
                spent += look;
            }
        }

        // The first look at threads is taken before its cost is known.
        assertThat(spent - WatchBudget.REQUIRED_READINGS * reading - look).isLessThanOrEqualTo(seconds * SECOND / 100);
    }

    @Test
    void cheapReadingsComeAsOftenAsTheyAreWanted() {
        assertThat(run(60, ReadingKind.COUNTS, MILLI)).isEqualTo(240);
    }

    @Test
    void aShortRunMaySpendTheShareOfFiveSecondsAtItsBeginning() {
        assertThat(run(2, ReadingKind.COUNTS, 3 * MILLI)).isEqualTo(8);
        assertThat(run(1, ReadingKind.THREADS, 20 * MILLI)).isEqualTo(1);
    }

    @Test
    void theReadingsThatAVerdictNeedsAreTakenWhateverTheyCost() {
        assertThat(run(12, ReadingKind.COUNTS, 400 * MILLI)).isEqualTo(8);
    }

    @Test
    void threadsOfAServerThatHasVeryManyAreLookedAtRarely() {
        assertThat(run(600, ReadingKind.THREADS, 20 * MILLI)).isBetween(59, 61);

        assertThat(new WatchBudgetTest().run(600, ReadingKind.THREADS, 1000 * MILLI))
                .isBetween(1, 2);
    }
}
