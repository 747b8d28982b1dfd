package io.ceiling.capacity.prediction;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.stats.ForkSpread;
import java.util.Locale;
import java.util.function.Function;

/**
 * A quantity that may rise with the connections towards a limit.
 *
 * @param name what it is, in words
 * @param unit unit; empty for a count
 * @param forkMargin half the width of the 95 % interval of what a connection costs in one more server of the same settings,
 *     as a share of its cost; 0 for a count, and where it is not known
 * @param read reads it from a sample
 */
record Quantity(String name, String unit, double forkMargin, Function<Sample, Seen> read) {

    private static final int KIBIBYTE = 1024;

    static Quantity count(String name, Function<Sample, Seen> read) {
        return new Quantity(name, "", 0, read);
    }

    static Quantity bytes(String name, Function<Sample, Seen> read) {
        return new Quantity(name, "bytes", 0, read);
    }

    static Quantity bytes(String name, ForkSpread spread, Function<Sample, Seen> read) {
        return new Quantity(name, "bytes", spread.margin(), read);
    }

    /** Returns the same quantity with another reading. */
    Quantity reading(Function<Sample, Seen> other) {
        return new Quantity(name, unit, forkMargin, other);
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
