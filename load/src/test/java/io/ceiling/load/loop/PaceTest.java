package io.ceiling.load.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {

    private static final int DRAWS = 100_000;

    private static Pace drawing(long seed) {
        return new Pace(5_000, 45_000, 1, seed);
    }

    @ParameterizedTest
    @CsvSource({"10, 0", "10, 1", "10, 10", "10, -1", "10, -11", "1, 7"})
    void requestsStartAtTheNearestTimeOfTheGrid(long grid, long nanos) {
        Pace pace = new Pace(1, 1, 1, 1, grid);

        long start = pace.nearestGridTime(nanos, Long.MIN_VALUE / 2);

        assertThat(start).isBetween(nanos - grid / 2, nanos + grid / 2);
        assertThat(pace.nearestGridTime(start, Long.MIN_VALUE / 2)).isEqualTo(start);
    }

    @Test
    void aGridLeavesTheMeanIdleTime() {
        Pace pace = new Pace(5_000, 45_000, 1, 1, 448);

        double mean = IntStream.range(0, DRAWS)
                .mapToLong(i -> pace.nearestGridTime(i + pace.idleNanos(i, 1), i) - i)
                .average()
                .orElse(0);

        assertThat(mean).isBetween(24_900.0, 25_100.0);
    }

    @Test
    void noRequestStartsBeforeTheConnectionWasIdle() {
        Pace pace = new Pace(1, 1, 1, 1, 100);

        assertThat(LongStream.range(0, 1_000).map(from -> pace.nearestGridTime(from + 1, from) - from))
                .allMatch(idle -> idle >= 0 && idle < 100);
    }

    @Test
    void gridsOfDifferentAgentsAreShifted() {
        long grid = 100_000_000;

        long[] starts = LongStream.range(0, 100)
                .map(seed -> new Pace(1, 1, 1, seed, grid).nearestGridTime(0, 0))
                .toArray();

        assertThat(LongStream.of(starts).distinct().count()).isEqualTo(100);
        assertThat(LongStream.of(starts)).allMatch(start -> start >= 0 && start < grid);
        assertThat(LongStream.of(starts).average().orElse(0)).isBetween(0.4 * grid, 0.6 * grid);
    }

    @Test
    void idleTimesAreDrawnEvenlyBetweenTheirBounds() {
        long[] counts = new long[4];
        for (int i = 1; i <= DRAWS; i++) {
            long idle = drawing(42).idleNanos(7, i);
            assertThat(idle).isBetween(5_000L, 45_000L);
            counts[(int) Math.min(3, (idle - 5_000) / 10_000)]++;
        }

        assertThat(LongStream.of(counts)).allMatch(count -> Math.abs(count - DRAWS / 4) < DRAWS / 100);
    }

    @Test
    void bothBoundsAreDrawn() {
        Pace pace = new Pace(2, 4, 1, 1);

        assertThat(IntStream.range(1, 100).mapToLong(i -> pace.idleNanos(0, i))).containsOnly(2L, 3L, 4L);
    }

    @Test
    void everyConnectionDrawsItsOwnAgainFromTheSameSeed() {
        long[] drawn = LongStream.range(0, 1_000)
                .map(connection -> drawing(42).idleNanos(connection, 1))
                .toArray();

        assertThat(LongStream.range(0, 1_000).map(connection -> drawing(42).idleNanos(connection, 1)))
                .containsExactly(box(drawn));
        assertThat(LongStream.of(drawn).distinct().count()).isGreaterThan(970);
        assertThat(LongStream.range(0, 1_000)
                        .filter(connection -> drawing(43).idleNanos(connection, 1) == drawn[(int) connection])
                        .count())
                .isLessThan(5);
    }

    private static Long[] box(long[] values) {
        return LongStream.of(values).boxed().toArray(Long[]::new);
    }

    /** In the first tenth of the mean idle time a tenth of the connections asks, as in any later one. */
    @Test
    void theFirstRequestsComeAtTheLastingRate() {
        double mean = 25_000;
        long[] counts = new long[10];
        for (int connection = 0; connection < DRAWS; connection++) {
            long at = drawing(42).firstIdleNanos(connection);
            assertThat(at).isBetween(0L, 45_000L);
            for (int answer = 1; at < mean; answer++) {
                counts[(int) (10 * at / mean)]++;
                at += drawing(42).idleNanos(connection, answer);
            }
        }

        assertThat(LongStream.of(counts)).allMatch(count -> Math.abs(count - DRAWS / 10) < DRAWS / 200);
    }

    @Test
    void firstRequestsAreSpreadOverTheirTimeAndNotOverAnIdleTime() {
        Pace pace = new Pace(1, 1, 1, 42).withSpread(10_000);

        long[] counts = new long[10];
        for (int connection = 0; connection < DRAWS; connection++) {
            counts[(int) (pace.firstIdleNanos(connection) / 1_000)]++;
        }

        assertThat(LongStream.of(counts)).allMatch(count -> Math.abs(count - DRAWS / 10) < DRAWS / 200);
    }

    @Test
    void otherDrawsChangeNothingElse() {
        Pace pace = new Pace(2, 3, 4, 5, 6).withSpread(7).withOpenLoop();

        assertThat(pace.withSeed(8)).isEqualTo(new Pace(2, 3, 4, 8, 6, 7, true));
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> new Pace(1, 1, 1, 1).withSpread(-1)).hasMessage("spread must be >= 0, was -1 ns");
        assertThatThrownBy(() -> new Pace(5, 45, 1, 1, 0)).hasMessage("grid must be >= 1 ns, was 0 ns");
        assertThatThrownBy(() -> new Pace(0, 1, 1, 1)).hasMessage("idle times must be 0 < min <= max, were 0..1 ns");
        assertThatThrownBy(() -> new Pace(45, 5, 1, 1)).hasMessageContaining("were 45..5 ns");
        assertThatThrownBy(() -> new Pace(5, 45, -1, 1)).hasMessage("duration must be >= 0, was -1 ns");
    }
}
