package io.ceiling.capacity.prediction;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.stats.ForkSpread;
import io.ceiling.harness.text.Figures;
import java.util.OptionalDouble;
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
record RisingFigure(String name, String unit, double forkMargin, Function<Sample, Seen> read) {

    private static final int KIBIBYTE = 1024;

    static RisingFigure count(String name, Function<Sample, Seen> read) {
        return new RisingFigure(name, "", 0, read);
    }

    static RisingFigure bytes(String name, Function<Sample, Seen> read) {
        return new RisingFigure(name, "bytes", 0, read);
    }

    static RisingFigure bytes(String name, ForkSpread spread, Function<Sample, Seen> read) {
        return new RisingFigure(name, "bytes", spread.margin(), read);
    }

    /** Returns the same quantity with another reading. */
    RisingFigure reading(Function<Sample, Seen> other) {
        return new RisingFigure(name, unit, forkMargin, other);
    }

    /** Returns an amount of this quantity in words. */
    String amount(double value) {
        return isCount() ? Figures.count(Math.round(value)) : Figures.count(Math.round(value / KIBIBYTE)) + " KiB";
    }

    boolean isCount() {
        return unit.isEmpty();
    }

    Seen of(Sample sample) {
        return read.apply(sample);
    }

    OptionalDouble at(LevelReading level) {
        return of(level.sample()).number();
    }
}
