package io.ceiling.it.planted;

import io.ceiling.it.planted.Found.Naming;
import java.util.List;
import java.util.Optional;

/**
 * What a run of a draw found.
 *
 * @param number the true one; empty if the settings do not tell it
 */
record DrawResult(Draw draw, Optional<Truth.Range> number, Found found, long seconds) implements Found.Counted {

    static DrawResult of(Draw draw, Optional<Truth.Range> number, Found found) {
        return new DrawResult(draw, number, found, 0);
    }

    DrawResult lasting(long time) {
        return new DrawResult(draw, number, found, time);
    }

    @Override
    public Naming naming() {
        return found.naming(List.of(draw.truth().name()));
    }

    boolean isNumberRight() {
        return found.isNumberRight(number);
    }

    @Override
    public boolean isRight() {
        return naming() == Naming.RIGHT && isNumberRight();
    }

    /** In a word, for the table. */
    String verdict() {
        return switch (naming()) {
            case SKIPPED -> "skipped";
            case WRONG -> "wrong name";
            case UNKNOWN -> Found.UNKNOWN;
            case RIGHT -> isNumberRight() ? "right" : "number off";
        };
    }

    /** And how to see it again. */
    @Override
    public String line() {
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
