package io.ceiling.harness.report.compare;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the value of an expectation is counted in, and how people write it. */
enum Unit {
    /** {@code 15000}, {@code 15k}: powers of 1000. */
    CONNECTIONS("such as 15000, 15k or 1.5m"),
    /** {@code 4096}, {@code 12.5KiB}: powers of 1024, as in the options of sizes. */
    BYTES("such as 4096, 12.5KiB or 1MiB"),
    /** {@code 200ms}: never without a unit, in nanoseconds. */
    TIME("such as 200ms or 1.5s");

    private static final Pattern VALUE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?([A-Za-z]*)");

    private final String examples;

    Unit(String examples) {
        this.examples = examples;
    }

    /**
     * The value in that text.
     *
     * @param what it is of, for the message
     * @throws IllegalArgumentException with what is allowed
     */
    double parse(String what, String text) {
        Matcher matcher = VALUE.matcher(text);
        double factor = matcher.matches() ? factor(matcher.group(2).toLowerCase(Locale.ROOT)) : 0;
        if (factor == 0) {
            throw new IllegalArgumentException("value of %s must be %s, was '%s'".formatted(what, examples, text));
        }
        return Double.parseDouble(matcher.group(1)) * factor;
    }

    /** 0 for a unit that is none. */
    private double factor(String unit) {
        return switch (this) {
            case CONNECTIONS ->
                switch (unit) {
                    case "" -> 1;
                    case "k" -> 1e3;
                    case "m" -> 1e6;
                    default -> 0;
                };
            case BYTES ->
                switch (unit) {
                    case "", "b" -> 1;
                    case "k", "kib" -> 1 << 10;
                    case "m", "mib" -> 1 << 20;
                    default -> 0;
                };
            case TIME ->
                switch (unit) {
                    case "us" -> 1e3;
                    case "ms" -> 1e6;
                    case "s" -> 1e9;
                    default -> 0;
                };
        };
    }
}
