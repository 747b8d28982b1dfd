package io.ceiling.it.planted;

import io.ceiling.it.planted.Found.Naming;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a probe of a drawn application found. */
record ApplicationResult(ApplicationDraw draw, Found found, long seconds) implements Found.Counted {

    /** Where evidence has the number that is served at once, the surest first. */
    private static final List<Pattern> SERVED = Stream.of(
                    "(\\d+) served at once",
                    "(\\d+) of \\1 request threads",
                    "no more than (\\d+)(?: requests)? at once")
            .map(Pattern::compile)
            .toList();

    /** How far the number that is served at once may be from the true one. */
    private static final double SERVED_TOLERANCE = 0.05;

    @Override
    public Naming naming() {
        return found.naming(draw.limit().names());
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
        return found.isNumberRight(draw.number());
    }

    @Override
    public boolean isRight() {
        return naming() == Naming.RIGHT && isNumberRight() && isServedRight();
    }

    /** In a few words, for the table. */
    String verdict() {
        return switch (naming()) {
            case SKIPPED -> "skipped";
            case WRONG -> "wrong name";
            case UNKNOWN -> Found.UNKNOWN;
            case RIGHT -> !isNumberRight() ? "number off" : isServedRight() ? "right" : "served off";
        };
    }

    @Override
    public String line() {
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
                        found.skippedReason());
    }

    static String text(Optional<?> number) {
        return number.map(Object::toString).orElse("-");
    }
}
