package io.ceiling.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import org.junit.jupiter.api.Test;

class SampleIntervalTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void isTheProcessorTimeBetweenItsEndsPerTime() {
        SampleInterval span = new SampleInterval(
                sample(3 * SECOND, 10 * SECOND, 20 * SECOND), sample(5 * SECOND, 11 * SECOND, 21 * SECOND));

        assertThat(span.nanos()).isEqualTo(2 * SECOND);
        assertThat(span.serverCores()).isCloseTo(0.5, within(1e-9));
        assertThat(span.perSecond(30)).isCloseTo(15, within(1e-9));
    }

    @Test
    void processorTimeThatOneEndDidNotSeeIsNoUse() {
        SampleInterval span = new SampleInterval(sample(0, -1, -1), sample(SECOND, 11 * SECOND, 21 * SECOND));

        assertThat(span.serverCores()).isZero();
    }

    @Test
    void anEmptySpanHasNoInfiniteRate() {
        SampleInterval span = new SampleInterval(sample(SECOND, 0, 0), sample(SECOND, 0, 0));

        assertThat(span.serverCores()).isZero();
        assertThat(span.perSecond(0)).isZero();
    }

    private static Sample sample(long elapsedNanos, long serverNanos, long hostNanos) {
        return new Sample(
                elapsedNanos,
                false,
                ServerReadings.notSeen().cpu(serverNanos, 0, 0).build(),
                HostReadings.notSeen().cpu(hostNanos).build(),
                LoadReading.NONE);
    }
}
