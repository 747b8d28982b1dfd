package io.ceiling.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.NullMeasurement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class NullMeterTest {

    private final List<String> told = new ArrayList<>();
    private Duration taken = Duration.ZERO;
    private int sleeps;

    private static HostReading reading(long others, long softirq, long stolen, long all, long waited, long slab) {
        return HostReadings.notSeen()
                .kernelMemory(slab, 0)
                .cpu(new HostReading.HostCpu(
                        Observation.of(others + stolen),
                        Observation.of(others + stolen + softirq),
                        Observation.of(0),
                        Observation.of(softirq),
                        Observation.of(stolen),
                        Observation.of(0),
                        Observation.of(0),
                        Observation.of(all)))
                .pressure(waited, 0)
                .build();
    }

    @Test
    void tellsWhatOthersDidMeanwhile() {
        Deque<HostReading> readings = new ArrayDeque<>(List.of(
                reading(5_000, 600, 70, 10_000, 1_000_000_000, 100 << 20),
                reading(5_300, 700, 170, 12_000, 1_250_000_000, 150 << 20)));
        Fakes.ManualClock[] clock = new Fakes.ManualClock[1];
        clock[0] = new Fakes.ManualClock(() -> {
            if (++sleeps == 10) {
                clock[0].passes(42_000_000);
            }
        });
        NullMeter meter = new NullMeter(readings::remove, () -> Observation.of(sleeps > 500 ? 2 : 0), clock[0]);

        NullMeasurement look = meter.measure(Duration.ofSeconds(1));

        assertThat(look.nanos()).isEqualTo(1_000_000_000);
        assertThat(sleeps).isEqualTo(958);
        assertThat(look.longestPauseNanos()).isEqualTo(42_000_000);
        assertThat(look.processors().busyShare()).hasValue(0.2);
        assertThat(look.processors().stealShare()).hasValue(0.05);
        assertThat(look.processors().pressureShare()).hasValue(0.25);
        assertThat(look.processors().runnable()).hasValue(2.0 * 18 / 38);
        assertThat(look.slabBytesPerSecond()).hasValue(50.0 * (1 << 20));
    }

    @Test
    void whatCannotBeReadIsNotSeen() {
        NullMeter meter =
                new NullMeter(() -> HostReading.NOT_SEEN, () -> Observation.NOT_SEEN, new Fakes.ManualClock(() -> {}));

        NullMeasurement look = meter.measure(Duration.ofMillis(100));

        assertThat(look.isTaken()).isTrue();
        assertThat(look.processors()).isEqualTo(NullMeasurement.ProcessorShares.NOT_SEEN);
        assertThat(look.slabBytesPerSecond()).isEqualTo(OptionalDouble.empty());
    }

    @Test
    void withoutTimeNothingIsReadOrWaitedFor() {
        NullMeter meter = new NullMeter(
                () -> {
                    throw new AssertionError("read");
                },
                () -> Observation.NOT_SEEN,
                new Fakes.ManualClock(() -> {}));

        assertThat(meter.measure(Duration.ZERO)).isEqualTo(NullMeasurement.NONE);
        assertThat(meter.measureWhenQuiet(Duration.ZERO, told::add)).isEqualTo(NullMeasurement.NONE);
        assertThat(told).isEmpty();
    }

    /** Looks for half a second at a host whose processors others use until that time. */
    private NullMeasurement lookWhileOthersRunFor(Duration busy) {
        Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
        NullMeter meter = new NullMeter(
                () -> {
                    long others = Math.min(clock.nanoTime(), busy.toNanos());
                    return reading(others, 0, 0, clock.nanoTime(), 0, 0);
                },
                () -> Observation.of(0),
                clock);
        NullMeasurement look = meter.measureWhenQuiet(Duration.ofMillis(500), told::add);
        taken = Duration.ofNanos(clock.nanoTime());
        return look;
    }

    @Test
    void aQuietHostIsNotWaitedFor() {
        NullMeasurement look = lookWhileOthersRunFor(Duration.ZERO);

        assertThat(look.processors().busyShare()).hasValue(0);
        assertThat(taken).isEqualTo(Duration.ofMillis(500));
        assertThat(told).isEmpty();
    }

    @Test
    void aBusyHostIsWaitedForUntilOthersHaveLeftIt() {
        NullMeasurement look = lookWhileOthersRunFor(Duration.ofSeconds(3));

        assertThat(look.processors().busyShare()).hasValue(0);
        assertThat(told).containsExactly("waited 3.0 s until the host was quiet");
    }

    @Test
    void aHostThatStaysBusyIsMeasuredNevertheless() {
        NullMeasurement look = lookWhileOthersRunFor(Duration.ofHours(1));

        assertThat(look.processors().busyShare()).hasValue(1);
        assertThat(taken).isEqualTo(Duration.ofMillis(10_500));
        assertThat(told).containsExactly("waited 10.0 s, the host stayed busy");
    }
}
