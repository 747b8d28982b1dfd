package io.ceiling.it.planted;

import io.ceiling.it.planted.DrawResult.Found;
import io.ceiling.it.planted.DrawResult.Naming;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a probe of a drawn application found.
 *
 * @param skippedReason why this machine could not run it; empty if it could
 */
record ApplicationResult(ApplicationDraw draw, Found found, long seconds, String skippedReason) {

    /** Where evidence has the number that is served at once, the surest first. */
    private static final List<Pattern> SERVED = Stream.of(
                    "(\\d+) served at once",
                    "(\\d+) of \\1 request threads",
                    "no more than (\\d+)(?: requests)? at once")
            .map(Pattern::compile)
            .toList();

    /** How far the number that is served at once may be from the true one. */
    private static final double SERVED_TOLERANCE = 0.05;

    static ApplicationResult skipped(ApplicationDraw draw, String reason) {
        return new ApplicationResult(draw, new Found("", "", "", ""), 0, reason);
    }

    Naming naming() {
        if (!skippedReason.isEmpty()) {
            return Naming.SKIPPED;
        }
        if (found.verdict().equals("invalid")) {
            return Naming.UNKNOWN;
        }
        if (draw.limit().names().contains(found.name())) {
            return Naming.RIGHT;
        }
        return found.name().equals("unknown") || found.name().equals(PlantedCell.NONE) ? Naming.UNKNOWN : Naming.WRONG;
    }

    /** The name is the one that says most. */
    boolean isBestName() {
        return naming() == Naming.RIGHT
                && found.name().equals(draw.limit().names().get(0));
    }

    /** The number that is served at once, as the evidence says it; empty if it does not. */
    Optional<Integer> served() {
        return SERVED.stream()
                .map(pattern -> pattern.matcher(found.evidence()))
                .filter(Matcher::find)
                .map(matcher -> Integer.valueOf(matcher.group(1)))
                .findFirst();
    }

    boolean isServedRight() {
        return draw.served().isEmpty()
                || served().filter(number -> number >= draw.served().get().lowest() * (1 - SERVED_TOLERANCE)
                                && number <= draw.served().get().highest() * (1 + SERVED_TOLERANCE))
                        .isPresent();
    }

    boolean isNumberRight() {
        return draw.number().isEmpty()
                || (found.number().isPresent()
                        && draw.number().get().holds(found.number().getAsLong()));
    }

    boolean isRight() {
        return naming() == Naming.RIGHT && isNumberRight() && isServedRight();
    }

    /** In a few words, for the table. */
    String verdict() {
        return switch (naming()) {
            case SKIPPED -> "skipped";
            case WRONG -> "wrong name";
            case UNKNOWN -> "unknown";
            case RIGHT -> !isNumberRight() ? "number off" : isServedRight() ? "right" : "served off";
        };
    }

    String line() {
        return "%s: %s, expected %s, served %s, number %s; found %s, served %s, number %s (%s, %d s): %s%s"
                .formatted(
                        verdict(),
                        draw.name(),
                        String.join(" or ", draw.limit().names()),
                        text(draw.served()),
                        text(draw.number()),
                        found.name(),
                        text(served()),
                        found.ceiling().isEmpty() ? "-" : found.ceiling(),
                        found.verdict(),
                        seconds,
                        found.evidence(),
                        skippedReason);
    }

    static String text(Optional<?> number) {
        return number.map(Object::toString).orElse("-");
    }
}
