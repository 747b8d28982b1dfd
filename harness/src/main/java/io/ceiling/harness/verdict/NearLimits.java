package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.result.ServerLimit;
import io.ceiling.harness.text.Figures;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds limits that were mostly used when another one stopped the ramp. If the two stand close together, the next one
 * binds soon after the first was raised.
 */
final class NearLimits {

    /** Share of a limit that is worth a warning: raising the first limit by a quarter reaches this one. */
    private static final double NEAR_SHARE = 0.8;

    private NearLimits() {}

    /** Returns the nearly used limits, most used first. */
    static List<NextLimit> of(FailedStep step) {
        return Arrays.stream(ServerLimit.values())
                .filter(limit -> limit != ServerLimit.THREADS
                        || step.evidence().scenario().holdsThread())
                .flatMap(limit -> use(limit, step).stream())
                .filter(use -> use.share() >= NEAR_SHARE)
                .sorted(Comparator.comparingDouble(LimitUse::share).reversed())
                .map(use -> new NextLimit(use.factor(), words(use)))
                .toList();
    }

    /** Returns the most that was used of a limit in the step; of the heap what a collection left, since it is full of garbage before. */
    private static Optional<LimitUse> use(ServerLimit limit, FailedStep step) {
        Sample lastPassed = step.evidence().lastPassed();
        return switch (limit) {
            case HEAP -> lastPassed.afterGc() ? limit.use(lastPassed.server()) : Optional.empty();
            default -> LimitUse.of(limit.factor(), step.peak(limit::used), step.limit(limit::most), limit.what());
        };
    }

    private static String words(LimitUse use) {
        ServerLimit limit = ServerLimit.find(use.factor()).orElseThrow();
        return limit.isBytes()
                ? "%s %s of %s%s"
                        .formatted(
                                limit.setting(),
                                Figures.mebibytes(use.used()),
                                Figures.mebibytes(use.most()),
                                limit == ServerLimit.HEAP ? " after a collection" : "")
                : use.words();
    }
}
