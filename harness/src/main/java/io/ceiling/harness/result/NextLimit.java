package io.ceiling.harness.result;

import io.ceiling.harness.scenario.LimitingFactor;

/**
 * A limit that binds next or bound as well, because it had evidence of its own or was mostly used.
 *
 * @param factor the limit
 * @param evidence configured and observed values, one line
 */
public record NextLimit(LimitingFactor factor, String evidence) {

    public NextLimit {
        if (evidence.isBlank()) {
            throw new IllegalArgumentException("%s must have evidence".formatted(factor.label()));
        }
    }

    /** Returns the limit and its evidence for a table. */
    public String text() {
        return "%s: %s".formatted(factor.label(), evidence);
    }
}
