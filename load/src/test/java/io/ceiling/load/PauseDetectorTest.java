package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PauseDetectorTest {

    private static final long MILLI = 1_000_000;

    private final PauseDetector.Pauses pauses = new PauseDetector.Pauses(MILLI, 0);

    @Test
    void keepsTheLongestTimeOverslept() {
        pauses.recordSleep(10 * MILLI, 12 * MILLI);
        pauses.recordSleep(20 * MILLI, 71 * MILLI);
        pauses.recordSleep(80 * MILLI, 81 * MILLI);

        assertThat(pauses.longestNanos()).isEqualTo(50 * MILLI);
    }

    @Test
    void aPauseThatWasForgottenHalfwayCountsFromThere() {
        pauses.recordSleep(0, 90 * MILLI);
        pauses.forget(100 * MILLI);
        assertThat(pauses.longestNanos()).isZero();

        pauses.recordSleep(91 * MILLI, 105 * MILLI);
        assertThat(pauses.longestNanos()).isEqualTo(4 * MILLI);
    }

    @Test
    void aPauseThatEndedBeforeItWasForgottenDoesNotCount() {
        pauses.forget(100 * MILLI);
        pauses.recordSleep(10 * MILLI, 95 * MILLI);

        assertThat(pauses.longestNanos()).isZero();
    }
}
