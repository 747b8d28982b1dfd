package io.ceiling.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishRateTest {

    private static final long SECOND = 1_000_000_000;

    /** The clock may begin anywhere, and overflow. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5 * SECOND, Long.MAX_VALUE - SECOND})
    void admitsATenthAtOnceAndThenItsRate(long begin) {
        PublishRate rate = new PublishRate(1000, begin);

        assertThat(admitted(rate, begin, 500)).isEqualTo(100);

        int later = 0;
        for (int millis = 1; millis <= 2000; millis++) {
            later += admitted(rate, begin + millis * (SECOND / 1000), 5);
        }
        assertThat(later).isEqualTo(2000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 9})
    void aSmallRateAdmitsOneAtATime(int perSecond) {
        PublishRate rate = new PublishRate(perSecond, 0);

        assertThat(admitted(rate, 0, 10)).isEqualTo(1);
        assertThat(admitted(rate, SECOND / perSecond, 10)).isEqualTo(1);
        // What was not used is not saved up.
        assertThat(admitted(rate, 100 * SECOND, 10)).isEqualTo(1);
    }

    private static int admitted(PublishRate rate, long nowNanos, int tries) {
        int admitted = 0;
        for (int i = 0; i < tries; i++) {
            admitted += rate.admits(nowNanos) ? 1 : 0;
        }
        return admitted;
    }
}
