package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.result.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judges what the host did before a scenario. Pure functions.
 *
 * <p>Notes. Nothing of this makes a row {@code invalid}: the noise was there before the scenario, not at its failure,
 * and a server that reports a full limit is right on a noisy host too. It takes the high confidence from a row, no more.
 */
public final class Noise {

    static final double BUSY_SHARE = 0.10;
    static final double STOLEN_SHARE = 0.02;
    static final double PRESSURE_SHARE = 0.20;
    static final double RUNNABLE_THREADS = 1;
    static final double SLAB_BYTES_PER_SECOND = 16 << 20;
    static final long PAUSE_NANOS = 20_000_000;

    /** Share of stolen time above which nothing that depends on time can be believed. */
    static final double MAX_STOLEN = 0.20;

    // Share of the SLO above which a pause of an idle host is a part of any answer.
    private static final int SLO_PARTS = 10;

    private Noise() {}

    /**
     * Returns one line about a noisy host; empty if it was quiet or not measured.
     *
     * @param slo response time that answers must keep
     */
    public static Optional<String> warning(NullMeasurement before, Duration slo) {
        NullMeasurement.ProcessorShares processors = before.processors();
        List<String> reasons = new ArrayList<>();
        if (before.isTaken() && atLeast(processors.busyShare(), BUSY_SHARE)) {
            reasons.add(text("others used %.0f %% of the processors", 100 * value(processors.busyShare())));
        }
        if (before.isTaken() && atLeast(processors.stealShare(), STOLEN_SHARE)) {
            reasons.add(text("%.0f %% of their time was stolen", 100 * value(processors.stealShare())));
        }
        if (before.isTaken() && atLeast(processors.pressureShare(), PRESSURE_SHARE)) {
            reasons.add(text(
                    "some thread waited for a processor for %.0f %% of the time",
                    100 * value(processors.pressureShare())));
        } else if (before.isTaken() && atLeast(processors.runnable(), RUNNABLE_THREADS)) {
            reasons.add(text("%.1f threads wanted a processor", value(processors.runnable())));
        }
        if (before.isTaken() && before.longestPauseNanos() >= Math.min(PAUSE_NANOS, slo.toNanos() / SLO_PARTS)) {
            reasons.add(text("a thread that sleeps 1 ms overslept by %.0f ms", before.longestPauseNanos() / 1e6));
        }
        double slab = before.slabBytesPerSecond().orElse(0);
        if (Math.abs(slab) >= SLAB_BYTES_PER_SECOND) {
            reasons.add(
                    text("kernel slabs %s by %.0f MiB/s", slab < 0 ? "shrank" : "grew", Math.abs(slab) / (1 << 20)));
        }
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of("the host was not quiet before this scenario: " + String.join(", ", reasons));
    }

    /**
     * Returns true if other processes used the processors, which may end after a while; false without a measurement.
     */
    public static boolean othersAreBusy(NullMeasurement before) {
        NullMeasurement.ProcessorShares processors = before.processors();
        return atLeast(processors.busyShare(), BUSY_SHARE)
                || atLeast(processors.pressureShare(), PRESSURE_SHARE)
                || atLeast(processors.runnable(), RUNNABLE_THREADS);
    }

    /**
     * Returns the verdict on a scenario after that measurement of the host: medium instead of high confidence if hardly
     * any time can be believed.
     *
     * @param slo response time that answers must keep
     */
    public static Verdict lowerConfidence(Verdict verdict, NullMeasurement before, Duration slo) {
        boolean believable = !before.isTaken()
                || (before.processors().stealShare().orElse(0) <= MAX_STOLEN
                        && before.longestPauseNanos() <= slo.toNanos() / SLO_PARTS);
        if (believable || !(verdict instanceof Verdict.Reached reached) || reached.confidence() != Confidence.HIGH) {
            return verdict;
        }
        return new Verdict.Reached(
                reached.ceiling(),
                reached.firstFailure(),
                reached.factor(),
                reached.evidence() + "; no more than medium confidence, because the host was not quiet before",
                reached.relief(),
                Confidence.MEDIUM,
                reached.next());
    }

    private static boolean atLeast(OptionalDouble share, double least) {
        return share.isPresent() && share.getAsDouble() >= least;
    }

    private static double value(OptionalDouble share) {
        return share.orElse(0);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
