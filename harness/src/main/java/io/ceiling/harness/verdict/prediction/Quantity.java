package io.ceiling.harness.verdict.prediction;

import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Seen;
import java.util.Locale;
import java.util.function.Function;

/**
 * A quantity that may rise with the connections towards a limit.
 *
 * @param name what it is, in words
 * @param unit unit; empty for a count
 * @param read reads it from a sample
 */
record Quantity(String name, String unit, Function<Sample, Seen> read) {

    private static final int KIBIBYTE = 1024;

    static Quantity count(String name, Function<Sample, Seen> read) {
        return new Quantity(name, "", read);
    }

    static Quantity bytes(String name, Function<Sample, Seen> read) {
        return new Quantity(name, "bytes", read);
    }

    /** Returns a whole number with a space between thousands. */
    static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }

    /** Returns an amount of this quantity in words. */
    String amount(double value) {
        return isCount() ? grouped(Math.round(value)) : grouped(Math.round(value / KIBIBYTE)) + " KiB";
    }

    boolean isCount() {
        return unit.isEmpty();
    }

    Seen of(Sample sample) {
        return read.apply(sample);
    }
}
