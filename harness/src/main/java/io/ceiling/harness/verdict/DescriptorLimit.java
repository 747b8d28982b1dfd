package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.Optional;

/**
 * Detects the server's limit of open files, by an error message or by a full descriptor table while connections were
 * not served.
 */
public final class DescriptorLimit {

    private DescriptorLimit() {}

    static Optional<Attribution> byMessage(FailedStep step) {
        return ReportedRefusals.of(LimitingFactor.SERVER_FILE_DESCRIPTORS, step)
                .map(words -> attribution(step, Confidence.HIGH, words));
    }

    public static Optional<Attribution> byReadings(FailedStep step) {
        return atLimit(step)
                ? Optional.of(attribution(step, Confidence.MEDIUM, step.newFailuresInWords()))
                : Optional.empty();
    }

    /**
     * Returns true if the table is full and connections were turned away: a table that is merely full of served
     * connections does no harm.
     */
    static boolean atLimit(FailedStep step) {
        long limit = limit(step);
        // accept() fails at the limit itself; the margin allows for files that the server opens and closes.
        long reserve = Math.max(4, limit / 1000);
        return limit > 0
                && step.peak(ServerReading::openDescriptors).isAtLeast(limit - reserve)
                && step.hasTurnedAway();
    }

    // Returns the limit of the process, or the one of the scenario if it was not seen; 0 for none.
    private static long limit(FailedStep step) {
        long seen = step.limit(ServerReading::maxDescriptors).orElse(0);
        return seen > 0 ? seen : step.evidence().scenario().nofile().orElse(0);
    }

    private static Attribution attribution(FailedStep step, Confidence confidence, String words) {
        int each = step.evidence().scenario().workload().descriptorsPerConnection();
        return new Attribution(
                LimitingFactor.SERVER_FILE_DESCRIPTORS,
                confidence,
                "%s of %d files open%s, %d a connection; %s"
                        .formatted(
                                ReadingText.words(step.peak(ServerReading::openDescriptors)),
                                limit(step),
                                holder(step),
                                each,
                                words),
                "raise the server's limit of open files (ulimit -n, LimitNOFILE; now %d)".formatted(limit(step)));
    }

    // Returns the process of several that has them; empty for a single one.
    private static String holder(FailedStep step) {
        String holder = step.evidence().failed().after().server().descriptors().holder();
        return holder.isEmpty() ? "" : " in " + holder;
    }
}
