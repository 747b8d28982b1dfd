package io.ceiling.harness.engine;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.verdict.ramp.Noise;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Measures the idle host before a scenario. Not thread-safe.
 *
 * @param host reads the host
 * @param runnable counts the threads that want a processor
 */
record NullMeter(Supplier<HostReading> host, Supplier<Observation> runnable, RunClock clock) {

    // Sleeps of 1 ms between two samples of the run queue.
    private static final int SLEEPS_A_LOOK = 25;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Measures as {@link #measure} does. Repeats it while other processes keep the processors busy, until
     * {@link #PATIENCE} has passed: a build that started this run is often about to end.
     *
     * @param notes receives one line about a wait; none if the host was quiet at once
     */
    NullMeasurement measureWhenQuiet(Duration time, Consumer<String> notes) {
        long start = clock.nanoTime();
        long waited = 0;
        NullMeasurement look = measure(time);
        while (Noise.othersAreBusy(look) && waited < PATIENCE.toNanos()) {
            waited = clock.nanoTime() - start;
            look = measure(time);
        }
        if (waited > 0) {
            String seconds = Figures.seconds(waited / 1e9);
            notes.accept(
                    Noise.othersAreBusy(look)
                            ? "waited %s s, the host stayed busy".formatted(seconds)
                            : "waited %s s until the host was quiet".formatted(seconds));
        }
        return look;
    }

    /** Measures the host for that time. Blocks. */
    NullMeasurement measure(Duration time) {
        if (time.isZero()) {
            return NullMeasurement.NONE;
        }
        HostReading before = host.get();
        long start = clock.nanoTime();
        long now = start;
        long longest = 0;
        long wanted = 0;
        long looks = 0;
        boolean seen = true;
        for (int sleeps = 1; now - start < time.toNanos(); sleeps++) {
            long slept = clock.nanoTime();
            clock.blink();
            now = clock.nanoTime();
            longest = Math.max(longest, now - slept - RunClock.BLINK_NANOS);
            if (sleeps % SLEEPS_A_LOOK == 0) {
                Observation running = runnable.get();
                seen &= running.isSeen();
                wanted += running.orElse(0);
                looks++;
            }
        }
        HostReading after = host.get();
        long nanos = clock.nanoTime() - start;
        Observation slab = after.slabBytes().since(before.slabBytes());
        return new NullMeasurement(
                nanos,
                NullMeasurement.ProcessorShares.between(
                        before,
                        after,
                        nanos,
                        seen && looks > 0 ? OptionalDouble.of((double) wanted / looks) : OptionalDouble.empty()),
                longest,
                slab.isSeen() ? OptionalDouble.of(slab.orElse(0) / (nanos / 1e9)) : OptionalDouble.empty());
    }
}
