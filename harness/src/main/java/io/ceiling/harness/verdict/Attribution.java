package io.ceiling.harness.verdict;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.List;

/**
 * The limit that a failure is attributed to.
 *
 * @param factor the limit
 * @param evidence one line: configured and observed values, counters before and after, the line of the log
 * @param relief one line: the setting to raise next
 * @param confidence confidence in the attribution
 * @param next other limits that bound as well or would bind next, most likely ones first
 * @param lawBased true if load beyond the ceiling gave the evidence
 */
public record Attribution(
        LimitingFactor factor,
        String evidence,
        String relief,
        Confidence confidence,
        List<NextLimit> next,
        boolean lawBased) {

    public Attribution {
        if (evidence.isBlank() || relief.isBlank()) {
            throw new IllegalArgumentException("%s must have evidence and relief".formatted(factor.label()));
        }
        next = List.copyOf(next);
    }

    public Attribution(LimitingFactor factor, Confidence confidence, String evidence, String relief) {
        this(factor, evidence, relief, confidence, List.of(), false);
    }

    /** Returns the same attribution, marked as shown by load beyond the ceiling. */
    Attribution asLawBased() {
        return new Attribution(factor, evidence, relief, confidence, next, true);
    }

    Attribution withNext(List<NextLimit> limits) {
        return new Attribution(factor, evidence, relief, confidence, limits, lawBased);
    }

    public Attribution withEvidence(String words) {
        return new Attribution(factor, words, relief, confidence, next, lawBased);
    }

    public Attribution withRelief(String words) {
        return new Attribution(factor, evidence, words, confidence, next, lawBased);
    }
}
