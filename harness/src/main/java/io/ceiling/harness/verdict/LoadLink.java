package io.ceiling.harness.verdict;

import static io.ceiling.harness.text.Figures.cores;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.load.report.ByteCounts;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;

/** Detects that bandwidth is short between the server and the load agents. */
final class LoadLink {

    // Size of an answer from which its parts can be distinguished from headers of others.
    private static final long LARGE_ANSWER_BYTES = 50_000;

    private LoadLink() {}

    /**
     * Detects that bandwidth is short: more answers have arrived in part than the server works on at once. A server
     * sends nothing for requests that it lets wait.
     */
    static Optional<Attribution> detect(FailedStep step) {
        ByteCounts totals = step.evidence().failed().after().load().counts().bytes();
        Diagnosis diagnosis = step.evidence().serverTraces().diagnosis();
        boolean explainedOtherwise = step.law() instanceof Law.CpuBound
                || step.law() instanceof Law.Growth
                || Saturation.isFull(step)
                || step.cpu().fullThread(Saturation.FULL_THREAD_SHARE).isPresent();
        if (explainedOtherwise
                || diagnosis.single().isEmpty()
                || diagnosis.levels().isEmpty()
                || totals.bodyBytes() < LARGE_ANSWER_BYTES * Math.max(1, totals.answers())) {
            return Optional.empty();
        }
        double atOnce = diagnosis.single().get().meanSeconds()
                * diagnosis.levels().stream()
                        .mapToDouble(level -> level.answerRate().perSecond())
                        .max()
                        .orElse(0);
        double bytesPerAnswer = (double) totals.bodyBytes() / totals.answers();
        LongSummaryStatistics parts = step.window().stream()
                .map(sample -> sample.load().counts().bytes())
                .mapToLong(bytes -> bytes.read() - bytes.bodyBytes())
                .summaryStatistics();
        double answersInTransit = (parts.getMax() - parts.getMin()) / bytesPerAnswer;
        if (answersInTransit < 2 * (1 + atOnce)) {
            return Optional.empty();
        }
        OptionalDouble perSecond = step.cpu()
                .average(sample -> Observation.of(sample.load().counts().bytes().read()));
        return Optional.of(
                new Attribution(
                        LimitingFactor.LOAD_LINK,
                        Confidence.MEDIUM,
                        "%.1f MB/s came in answers of %.2f MB, parts of %.0f at once, and %.1f of them in the time of a single one, while the server used %s of %s: bytes are what is short, not requests"
                                .formatted(
                                        1e3 * perSecond.orElse(0),
                                        bytesPerAnswer / 1e6,
                                        answersInTransit,
                                        atOnce,
                                        cores(step.cpu().server()),
                                        Plural.of(step.evidence().processors().server(), "processor")),
                        "ask for smaller answers, or let load agents run on more hosts or behind a faster link; if no link is full, look at the disk that the answers come from"));
    }
}
