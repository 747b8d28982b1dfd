package io.ceiling.it.planted;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run of a draw found.
 *
 * @param number the true one; empty if the settings do not tell it
 * @param skippedReason why this machine could not run it; empty if it could
 */
record DrawResult(Draw draw, Optional<Truth.Range> number, Found found, long seconds, String skippedReason) {

    private static final String UNKNOWN = "unknown";

    /**
     * One row of ceilings.csv.
     *
     * @param name limiting factor; {@code none} if nothing was blamed
     * @param verdict as in ceilings.csv
     * @param ceiling connections; empty if there is none
     */
    record Found(String name, String verdict, String ceiling, String evidence) {

        OptionalLong number() {
            return ceiling.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(ceiling));
        }
    }

    /** Of the name. */
    enum Naming {
        RIGHT,
        WRONG,
        /** No name where there is one to find, or a run that says itself that it is not valid: no answer, but no wrong one. */
        UNKNOWN,
        SKIPPED
    }

    static DrawResult of(Draw draw, Optional<Truth.Range> number, Found found) {
        return new DrawResult(draw, number, found, 0, "");
    }

    static DrawResult skipped(Draw draw, String reason) {
        return new DrawResult(draw, Optional.empty(), new Found("", "", "", ""), 0, reason);
    }

    DrawResult lasting(long time) {
        return new DrawResult(draw, number, found, time, skippedReason);
    }

    Naming naming() {
        if (!skippedReason.isEmpty()) {
            return Naming.SKIPPED;
        }
        if (found.verdict().equals("invalid")) {
            return Naming.UNKNOWN;
        }
        if (found.name().equals(draw.truth().name())) {
            return Naming.RIGHT;
        }
        return found.name().equals(UNKNOWN) || found.name().equals(PlantedCell.NONE) ? Naming.UNKNOWN : Naming.WRONG;
    }

    boolean hasNumber() {
        return number.isPresent();
    }

    /** Within the tolerance of the true number; true where none is demanded. */
    boolean isNumberRight() {
        return number.isEmpty()
                || (found.number().isPresent()
                        && number.get().holds(found.number().getAsLong()));
    }

    boolean isRight() {
        return naming() == Naming.RIGHT && isNumberRight();
    }

    /** In a word, for the table. */
    String verdict() {
        return switch (naming()) {
            case SKIPPED -> "skipped";
            case WRONG -> "wrong name";
            case UNKNOWN -> UNKNOWN;
            case RIGHT -> isNumberRight() ? "right" : "number off";
        };
    }

    /** One line: what was drawn, what was expected and found, and how to see it again. */
    String line() {
        return "%s: %s, expected %s %s, found %s %s (%s, %d s): %s%s"
                .formatted(
                        verdict(),
                        draw.name(),
                        draw.truth().name(),
                        number.map(Truth.Range::toString).orElse("at any number"),
                        found.name(),
                        found.ceiling().isEmpty() ? "at no number" : found.ceiling(),
                        found.verdict(),
                        seconds,
                        found.evidence(),
                        isRight() ? "" : "; again: " + draw.again());
    }
}
