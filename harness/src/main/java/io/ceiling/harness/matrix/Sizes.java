package io.ceiling.harness.matrix;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes in bytes as people write them: {@code 1024}, {@code 1k}, {@code 512m}, {@code 3g}. Units are powers of 1024.
 */
public final class Sizes {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmgt]?)");
    private static final String UNITS = "kmgt";

    private Sizes() {}

    /** Returns the bytes of a text in upper or lower case; empty if it is not a size or does not fit into a long. */
    public static OptionalLong bytes(String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int unit = matcher.group(2).isEmpty() ? 0 : 1 + UNITS.indexOf(matcher.group(2));
        try {
            return OptionalLong.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * unit)));
        } catch (ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /** Returns the shortest text of exactly that many bytes, such as {@code 512m}. */
    public static String text(long bytes) {
        long value = bytes;
        int unit = 0;
        while (unit < UNITS.length() && value != 0 && value % 1024 == 0) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? Long.toString(value) : value + UNITS.substring(unit - 1, unit);
    }
}
