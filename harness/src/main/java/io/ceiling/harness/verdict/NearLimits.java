package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds limits that were mostly used when another one stopped the ramp. If the two stand close together, the next one
 * binds soon after the first was raised.
 */
final class NearLimits {

    /** Share of a limit that is worth a warning: raising the first limit by a quarter reaches this one. */
    private static final double NEAR_SHARE = 0.8;

    private record NearLimit(LimitingFactor factor, double share, String words) {}

    private NearLimits() {}

    /** Returns the nearly used limits, most used first. */
    static List<NextLimit> of(FailedStep step) {
        List<NearLimit> uses = new ArrayList<>();
        add(
                uses,
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                step.peak(ServerReading::connections),
                step.limit(ServerReading::maxConnections),
                "connections");
        add(
                uses,
                LimitingFactor.SERVER_FILE_DESCRIPTORS,
                step.peak(ServerReading::openDescriptors),
                step.limit(ServerReading::maxDescriptors),
                "descriptors");
        if (step.evidence().scenario().holdsThread()) {
            add(
                    uses,
                    LimitingFactor.SERVER_THREADS,
                    step.peak(ServerReading::busyThreads),
                    step.limit(ServerReading::maxThreads),
                    "request threads busy");
        }
        addHeap(uses, step.evidence().lastPassed());
        return uses.stream()
                .filter(use -> use.share() >= NEAR_SHARE)
                .sorted(Comparator.comparingDouble(NearLimit::share).reversed())
                .map(use -> new NextLimit(use.factor(), use.words()))
                .toList();
    }

    private static void add(List<NearLimit> uses, LimitingFactor factor, Seen used, Limit limit, String what) {
        LimitUse.of(factor, used, limit, what)
                .ifPresent(use -> uses.add(new NearLimit(factor, use.share(), use.words())));
    }

    /** Adds the heap only after a collection; otherwise its use includes garbage. */
    private static void addHeap(List<NearLimit> uses, Sample lastPassed) {
        Seen used = lastPassed.server().heapUsedBytes();
        Limit limit = lastPassed.server().heapMaxBytes();
        if (lastPassed.afterGc()) {
            LimitUse.of(LimitingFactor.SERVER_HEAP, used, limit, LimitUse.BYTES)
                    .map(use -> new NearLimit(
                            use.factor(),
                            use.share(),
                            "heap %s of %s after a collection"
                                    .formatted(FailedStep.mebibytes(used), FailedStep.mebibytes(limit))))
                    .ifPresent(uses::add);
        }
    }
}
