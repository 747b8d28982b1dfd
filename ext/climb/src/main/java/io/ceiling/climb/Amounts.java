package io.ceiling.climb;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Sizes;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads and writes values of settings that scale: twice the value is room for twice the connections. Pure functions.
 */
final class Amounts {

    private static final long MEBIBYTE = 1 << 20;

    private Amounts() {}

    /** Returns the amount; empty for a setting that is no amount, and for a value such as {@code default}. */
    public static Optional<Double> of(String setting, String value) {
        OptionalLong amount = isMemory(setting) ? Sizes.bytes(value) : count(setting, value);
        return amount.isPresent() && amount.getAsLong() > 0
                ? Optional.of((double) amount.getAsLong())
                : Optional.empty();
    }

    /** Returns the amount as the value of that setting, in whole MiB if it is memory. */
    static String text(String setting, double amount) {
        return isMemory(setting)
                ? Sizes.text(Math.max(1, Math.round(amount / MEBIBYTE)) * MEBIBYTE)
                : Long.toString(Math.round(amount));
    }

    private static boolean isMemory(String setting) {
        return setting.equals(Dimension.HEAP.label()) || setting.equals(Dimension.DIRECT_MEMORY.label());
    }

    private static OptionalLong count(String setting, String value) {
        boolean counts = setting.equals(Dimension.NOFILE.label()) || setting.equals(Dimension.THREADS.label());
        return counts && value.matches("\\d{1,9}") ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
    }
}
