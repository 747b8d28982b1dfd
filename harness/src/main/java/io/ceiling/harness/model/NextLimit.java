package io.ceiling.harness.model;

/**
 * A limit that binds next, or bound as well: its own evidence was there too, or most of it was used.
 *
 * @param evidence configured and observed values, one line
 */
public record NextLimit(LimitingFactor factor, String evidence) {

    public NextLimit {
        if (evidence.isBlank()) {
            throw new IllegalArgumentException("%s must have evidence".formatted(factor.label()));
        }
    }

    /** For a table. */
    public String text() {
        return "%s: %s".formatted(factor.label(), evidence);
    }
}
