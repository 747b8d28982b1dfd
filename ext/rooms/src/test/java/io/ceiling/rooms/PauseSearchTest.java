package io.ceiling.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class PauseSearchTest {

    private static final long MILLISECOND = 1_000_000;

    @Test
    void findsThePausesThatLeaveTheHostHalfIdleAndATenthIdle() {
        // Each burst costs 20 ms of a processor.
        List<PauseSearch.MeasuredPause> tried =
                search(500 * MILLISECOND, pause -> at(pause, 1 - 20.0 * MILLISECOND / pause, true));

        assertThat(tried).hasSizeLessThan(12);
        assertThat(tried).anyMatch(point -> Math.abs(point.idleShare() - 0.5) <= 0.04);
        assertThat(tried).anyMatch(point -> Math.abs(point.idleShare() - 0.1) <= 0.04);
    }

    @Test
    void goesTheOtherWayWhereTheFirstPauseIsTooShort() {
        List<PauseSearch.MeasuredPause> tried =
                search(MILLISECOND, pause -> at(pause, Math.max(0, 1 - 20.0 * MILLISECOND / pause), true));

        assertThat(tried).anyMatch(point -> Math.abs(point.idleShare() - 0.5) <= 0.04);
        assertThat(tried).anyMatch(point -> Math.abs(point.idleShare() - 0.1) <= 0.04);
    }

    @Test
    void closesInOnThePauseAtWhichTheServerNoLongerKeepsUp() {
        // At 30 % idle messages begin to be lost.
        List<PauseSearch.MeasuredPause> tried =
                search(500 * MILLISECOND, pause -> at(pause, 1 - 20.0 * MILLISECOND / pause, pause > 28 * MILLISECOND));

        assertThat(tried).anyMatch(point -> Math.abs(point.idleShare() - 0.5) <= 0.04);
        long shortest = tried.stream()
                .filter(PauseSearch.MeasuredPause::keptUp)
                .mapToLong(PauseSearch.MeasuredPause::pauseNanos)
                .min()
                .orElseThrow();
        assertThat(shortest).isBetween(28 * MILLISECOND, 31 * MILLISECOND);
    }

    @Test
    void findsTheEndBeforeItClosesInOnAShare() {
        List<PauseSearch.MeasuredPause> tried =
                search(160 * MILLISECOND, pause -> at(pause, 1 - 20.0 * MILLISECOND / pause, pause > 28 * MILLISECOND));

        assertThat(tried)
                .extracting(PauseSearch.MeasuredPause::pauseNanos)
                .startsWith(160 * MILLISECOND, 80 * MILLISECOND, 40 * MILLISECOND, 20 * MILLISECOND);
    }

    @Test
    void endsWhereNoPauseIsShortEnough() {
        assertThat(search(MILLISECOND, pause -> at(pause, 0.9, true))).hasSizeLessThan(10);
    }

    @Test
    void endsWhereNothingIsEverKeptUpWith() {
        assertThat(search(1000 * MILLISECOND, pause -> at(pause, 0.9, false))).hasSizeLessThan(10);
    }

    private static PauseSearch.MeasuredPause at(long pause, double idle, boolean keptUp) {
        return new PauseSearch.MeasuredPause(pause, idle, keptUp);
    }

    private static List<PauseSearch.MeasuredPause> search(long first, LongFunction<PauseSearch.MeasuredPause> measure) {
        List<PauseSearch.MeasuredPause> tried = new ArrayList<>();
        OptionalLong pause = PauseSearch.next(tried, first);
        while (pause.isPresent()) {
            tried.add(measure.apply(pause.getAsLong()));
            pause = PauseSearch.next(tried, first);
        }
        return tried;
    }
}
