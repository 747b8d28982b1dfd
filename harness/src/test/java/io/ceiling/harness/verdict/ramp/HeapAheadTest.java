package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.result.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapAheadTest {

    private static final long MEBIBYTE = 1 << 20;
    private static final long KIBIBYTE = 1 << 10;
    private static final double TOLERANCE = 0.02;

    /** A server of 128 MiB of which 8 are in use without a connection. */
    private static Step step(int connections, long bytesOfEach, boolean afterGc) {
        return using(connections, 8 * MEBIBYTE + connections * bytesOfEach, afterGc);
    }

    private static Step using(int connections, long bytes, boolean afterGc) {
        Sample sample = new Sample(
                1,
                afterGc,
                ServerReadings.notSeen().heap(bytes, Limit.of(128 * MEBIBYTE)).build(),
                HostReading.NOT_SEEN,
                LoadReading.NONE);
        return new Step(1, connections, connections, true, "", 1, sample, sample).with(Step.Use.CEILING_AND_COST);
    }

    private static List<Step> steps(long bytesOfEach, int... connections) {
        List<Step> steps = new ArrayList<>();
        for (int level : connections) {
            steps.add(step(level, bytesOfEach, true));
        }
        return steps;
    }

    @Test
    void aRampThatWouldJumpBeyondTheHeapApproachesItAndThenTakesShortSteps() {
        // (128 - 4 - 8) MiB / 39 KiB are 3 045 connections.
        List<Step> steps = steps(39 * KIBIBYTE, 648, 2333);
        List<Integer> levels = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int next = HeapAhead.next(4 * steps.get(steps.size() - 1).target(), steps, TOLERANCE);
            levels.add(next);
            steps.add(step(next, 39 * KIBIBYTE, true));
        }

        assertThat(levels).containsExactly(2741, 2954, 3013, 3073, 3134);
    }

    @Test
    void aLevelThatFitsIsTaken() {
        assertThat(HeapAhead.next(2333, steps(39 * KIBIBYTE, 180, 648), TOLERANCE))
                .isEqualTo(2333);
    }

    @Test
    void aRiseThatMayBeSomethingElseForetellsNothing() {
        List<Step> little = List.of(using(648, 8 * MEBIBYTE, true), using(700, 9 * MEBIBYTE, true));
        List<Step> scattered = List.of(
                using(648, 10 * MEBIBYTE, true), using(2333, 60 * MEBIBYTE, true), using(2400, 25 * MEBIBYTE, true));
        List<Step> apart = List.of(
                using(648, 40 * MEBIBYTE, true), using(2333, 20 * MEBIBYTE, true), using(2400, 60 * MEBIBYTE, true));

        assertThat(HeapAhead.next(8399, little, TOLERANCE)).isEqualTo(8399);
        assertThat(HeapAhead.next(8399, scattered, TOLERANCE)).isEqualTo(8399);
        assertThat(HeapAhead.next(8399, apart, TOLERANCE)).isEqualTo(8399);
    }

    @Test
    void withoutACostOfTheHeapTheLevelIsTaken() {
        assertThat(HeapAhead.next(8399, steps(0, 648, 2333), TOLERANCE)).isEqualTo(8399);
        assertThat(HeapAhead.next(8399, steps(39 * KIBIBYTE, 2333), TOLERANCE)).isEqualTo(8399);
        assertThat(HeapAhead.next(8399, List.of(), TOLERANCE)).isEqualTo(8399);
        assertThat(HeapAhead.next(
                        8399, List.of(step(648, 39 * KIBIBYTE, false), step(2333, 39 * KIBIBYTE, false)), TOLERANCE))
                .isEqualTo(8399);
    }
}
