package io.ceiling.harness.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunClockTest {

    private static final long SECOND = 1_000_000_000;

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    private int looks;

    private boolean looked(long nanos) {
        clock.computes(nanos);
        looks++;
        return true;
    }

    @Test
    void aLookThroughAMillionSocketsTakesATenthOfAProcessor() {
        assertThat(clock.pollWhile(60 * SECOND, () -> looked(SECOND))).isTrue();

        assertThat(looks).isEqualTo(6);
        assertThat(clock.nanoTime()).isEqualTo(60 * SECOND);
    }

    @Test
    void aQuickLookIsTakenAgainAfterAPause() {
        assertThat(clock.pollWhile(SECOND, () -> looked(1_000))).isTrue();

        assertThat(looks).isGreaterThan(150);
    }
}
