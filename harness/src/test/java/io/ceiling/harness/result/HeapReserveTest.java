package io.ceiling.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapReserveTest {

    /** The heap as reported and what 21 ramps left of it, in MiB: the smallest and the largest of each collector. */
    @ParameterizedTest
    @CsvSource({
        "Serial, 61.9, 1.63", "Serial, 61.9, 4.64", "Parallel, 28.5, 2.03",
        "Parallel, 57.0, 7.39", "Z, 32.0, -0.60", "Z, 64.0, 9.81"
    })
    void coversWhatRampsLeft(String collector, double heapMebibytes, double leftMebibytes) {
        HeapReserve reserve =
                HeapReserve.of(collector, (long) (heapMebibytes * (1 << 20))).orElseThrow();

        assertThat(leftMebibytes * (1 << 20)).isBetween((double) reserve.leastBytes(), (double) reserve.mostBytes());
        assertThat(reserve.usualBytes()).isBetween(reserve.leastBytes(), reserve.mostBytes());
        assertThat(reserve.inWords()).contains("ramps of " + collector);
    }

    @Test
    void ofACollectorWithoutRampsIsNotKnown() {
        assertThat(HeapReserve.of("Shenandoah", 64 << 20)).isEmpty();
    }
}
