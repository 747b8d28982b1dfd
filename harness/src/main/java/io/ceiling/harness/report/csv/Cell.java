package io.ceiling.harness.report.csv;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.text.OneLine;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats values as text for CSV, the same in every locale. */
public final class Cell {

    private static final MathContext SIX_DIGITS = new MathContext(6);

    private Cell() {}

    public static String of(long value) {
        return Long.toString(value);
    }

    /** Returns the text of a figure of any type. */
    static String any(Object value) {
        return value instanceof OptionalDouble number ? of(number) : text(value.toString());
    }

    /** Returns the figure; empty if it was not seen. */
    public static String of(Seen value) {
        return of(value.value());
    }

    /** Returns the limit, {@code unlimited} or {@code default}; empty if it was not seen. */
    public static String of(Limit value) {
        return value.toString();
    }

    public static String of(OptionalDouble value) {
        return value.isPresent() ? of(value.getAsDouble()) : "";
    }

    public static String of(OptionalInt value) {
        return value.isPresent() ? Integer.toString(value.getAsInt()) : "";
    }

    public static String of(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "";
    }

    /** Returns six significant digits, never in exponent form; empty for NaN and infinities. */
    public static String of(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
    }

    /**
     * Returns the text without line breaks, so that a row is a line and a torn row can be recognised, and without other
     * control characters, which a terminal that shows the cell would obey.
     */
    public static String text(String text) {
        return OneLine.of(text);
    }

    /** Returns {@code name:value;name:value}, sorted by name. */
    public static String of(Map<String, ? extends Number> values) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .collect(Collectors.joining(";"));
    }
}
