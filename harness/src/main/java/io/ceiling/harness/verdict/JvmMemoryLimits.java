package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Detects the JVM's own memory limits: heap and direct buffers. */
public final class JvmMemoryLimits {

    // Share of the heap above which live data leaves the collector no room to work.
    private static final double FULL_HEAP_SHARE = 0.95;

    // Share of the heap that is live data if a collector that takes most of the time finds as much again and again.
    // Some of a small heap is lost in regions that are not full.
    private static final double BUSY_HEAP_SHARE = 0.9;

    private static final double BUSY_GC_SHARE = 0.5;
    // A server that only collects garbage gives few readings: two suffice, with many collections between them.
    private static final int MIN_BUSY_READINGS = 2;

    private static final int MIN_BUSY_COLLECTIONS = 20;
    private static final double FULL_DIRECT_SHARE = 0.99;
    private static final double MIN_GC_SHARE = 0.005;
    // Number of collections, and of readings, through which the heap must have stayed full before its content counts
    // as live.
    private static final int MIN_COLLECTIONS = 3;

    private JvmMemoryLimits() {}

    static Optional<Attribution> heapByMessage(FailedStep step) {
        return ReportedRefusals.of(LimitingFactor.SERVER_HEAP, step)
                .map(words -> heap(
                        step, LogScanner.isNamelessOutOfMemory(words) ? Confidence.MEDIUM : Confidence.HIGH, words));
    }

    /**
     * Detects a heap that stayed full through several collections, or nearly full through many that took most of the
     * time. A heap that is full only between collections holds garbage, which proves nothing.
     */
    public static Optional<Attribution> heapByReadings(FailedStep step) {
        List<Sample> seen = step.window().stream()
                .filter(sample -> sample.server().heapMaxBytes().orElse(0) > 0
                        && sample.server().heapUsedBytes().isSeen())
                .toList();
        List<Sample> full = trailingFullSamples(seen, FULL_HEAP_SHARE);
        if (full.size() >= MIN_COLLECTIONS && collections(full) >= MIN_COLLECTIONS) {
            return fullHeap(step, full);
        }
        List<Sample> nearlyFull = trailingFullSamples(seen, BUSY_HEAP_SHARE);
        boolean onlyCollects = step.cpu().gcShare().orElse(0) >= BUSY_GC_SHARE
                && nearlyFull.size() >= MIN_BUSY_READINGS
                && collections(nearlyFull) >= MIN_BUSY_COLLECTIONS;
        return onlyCollects ? fullHeap(step, nearlyFull) : Optional.empty();
    }

    private static Optional<Attribution> fullHeap(FailedStep step, List<Sample> full) {
        return Optional.of(
                heap(step, Confidence.MEDIUM, "the last %d collections freed nothing".formatted(collections(full))));
    }

    private static List<Sample> trailingFullSamples(List<Sample> seen, double share) {
        int from = seen.size();
        while (from > 0 && heapShare(seen.get(from - 1)) >= share) {
            from--;
        }
        return seen.subList(from, seen.size());
    }

    // Returns the number of collections between the first and the last sample; 0 if their count was not seen.
    private static long collections(List<Sample> seen) {
        return seen.isEmpty()
                ? 0
                : seen.get(seen.size() - 1)
                        .server()
                        .gcCount()
                        .since(seen.get(0).server().gcCount())
                        .orElse(0);
    }

    private static double heapShare(Sample sample) {
        return (double) sample.server().heapUsedBytes().orElse(0)
                / sample.server().heapMaxBytes().orElse(1);
    }

    static Attribution heap(FailedStep step, Confidence confidence, String words) {
        return new Attribution(
                LimitingFactor.SERVER_HEAP,
                confidence,
                heapUse(step) + words,
                Containers.nativeProgram(step.evidence().scenario().container())
                        .map(program -> "raise " + program.heapSetting() + " (--heap of ceiling, now %s)")
                        .orElse("raise -Xmx (now %s) or use smaller buffers")
                        .formatted(Figures.mebibytes(
                                step.evidence().scenario().jvm().heapMaxBytes().orElse(0))));
    }

    // Leaves out a value that could not be read: a server without heap seldom answers.
    private static String heapUse(FailedStep step) {
        String max = Figures.mebibytes(
                step.evidence().scenario().jvm().heapMaxBytes().orElse(0));
        Observation used = step.peak(ServerReading::heapUsedBytes);
        OptionalDouble share = step.cpu().gcShare();
        return (!used.isSeen()
                        ? "heap limit %s; ".formatted(max)
                        : "heap %s of %s used; ".formatted(ReadingText.mebibytes(used), max))
                // An OutOfMemoryError of a single large allocation comes without a noteworthy share of collections.
                + (share.orElse(0) < MIN_GC_SHARE
                        ? ""
                        : "%s of the time in collections; ".formatted(Figures.percent(share)));
    }

    static Optional<Attribution> directByMessage(FailedStep step) {
        return ReportedRefusals.of(LimitingFactor.SERVER_DIRECT_MEMORY, step)
                .map(words -> direct(step, Confidence.HIGH, words));
    }

    public static Optional<Attribution> directByReadings(FailedStep step) {
        long limit = directLimit(step).orElse(0);
        return step.hasTurnedAway()
                        && limit > 0
                        && step.peak(ServerReading::directBytes).isAtLeast((long) Math.ceil(FULL_DIRECT_SHARE * limit))
                ? Optional.of(direct(step, Confidence.MEDIUM, step.newFailuresInWords()))
                : Optional.empty();
    }

    static Attribution direct(FailedStep step, Confidence confidence, String words) {
        return new Attribution(
                LimitingFactor.SERVER_DIRECT_MEMORY,
                confidence,
                directUse(step) + words,
                DirectMemory.relief(directLimit(step), words));
    }

    private static String directUse(FailedStep step) {
        String max = ReadingText.mebibytes(directLimit(step));
        Observation used = step.peak(ServerReading::directBytes);
        return !used.isSeen()
                ? "direct buffer limit %s; ".formatted(max)
                : "direct buffers %s of %s; ".formatted(ReadingText.mebibytes(used), max);
    }

    private static Limit directLimit(FailedStep step) {
        return DirectMemory.limit(step.evidence().scenario(), step.limit(ServerReading::directMaxBytes));
    }
}
