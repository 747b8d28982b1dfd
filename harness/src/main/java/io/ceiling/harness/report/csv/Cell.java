package io.ceiling.harness.report.csv;

import io.ceiling.harness.text.OneLine;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats values as text for CSV, the same in every locale. */
public final class Cell {

    private static final MathContext SIX_DIGITS = new MathContext(6);

    private Cell() {}

    /** Returns the text of a value; empty for one that is not there, for NaN and for infinities. */
    public static String of(Object value) {
        if (value instanceof Optional<?> some) {
            return some.map(Cell::of).orElse("");
        }
        if (value instanceof OptionalDouble some) {
            return some.isPresent() ? number(some.getAsDouble()) : "";
        }
        if (value instanceof OptionalLong some) {
            return some.isPresent() ? Long.toString(some.getAsLong()) : "";
        }
        if (value instanceof OptionalInt some) {
            return some.isPresent() ? Integer.toString(some.getAsInt()) : "";
        }
        if (value instanceof Double number) {
            return number(number);
        }
        return value instanceof Map<?, ?> values ? of(values) : text(value.toString());
    }

    private static String number(double value) {
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

    // Returns name:value;name:value, sorted by name.
    private static String of(Map<?, ?> values) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .collect(Collectors.joining(";"));
    }
}
