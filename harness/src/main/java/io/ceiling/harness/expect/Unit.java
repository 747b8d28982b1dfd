package io.ceiling.harness.expect;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The units of an expectation's value, with their notation. */
enum Unit {
    /** A number such as {@code 15000} or {@code 15k}, with powers of 1000. */
    CONNECTIONS("such as 15000, 15k or 1.5m"),
    /** A size such as {@code 4096} or {@code 12.5KiB}, with powers of 1024, as in the options for sizes. */
    BYTES("such as 4096, 12.5KiB or 1MiB"),
    /** A time such as {@code 200ms}, always with a unit; parsed to nanoseconds. */
    TIME("such as 200ms or 1.5s");

    private static final Pattern VALUE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?([A-Za-z]*)");

    private final String examples;

    Unit(String examples) {
        this.examples = examples;
    }

    /**
     * Returns the value of a text.
     *
     * @param what name of the value, for the message
     * @throws IllegalArgumentException if it is wrong; the message says what is allowed
     */
    double parse(String what, String text) {
        Matcher matcher = VALUE.matcher(text);
        double factor = matcher.matches() ? factor(matcher.group(2).toLowerCase(Locale.ROOT)) : 0;
        if (factor == 0) {
            throw new IllegalArgumentException("value of %s must be %s, was '%s'".formatted(what, examples, text));
        }
        return Double.parseDouble(matcher.group(1)) * factor;
    }

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
