package io.ceiling.capacity.prediction;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
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
 * @param reader reads it from a sample
 */
record RisingQuantity(String name, String unit, double forkMargin, Function<Sample, Observation> reader) {

    private static final int KIBIBYTE = 1024;

    static RisingQuantity count(String name, Function<Sample, Observation> read) {
        return new RisingQuantity(name, "", 0, read);
    }

    static RisingQuantity bytes(String name, Function<Sample, Observation> read) {
        return new RisingQuantity(name, "bytes", 0, read);
    }

    static RisingQuantity bytes(String name, ForkSpread spread, Function<Sample, Observation> read) {
        return new RisingQuantity(name, "bytes", spread.margin(), read);
    }

    /** Returns the same quantity with another reading. */
    RisingQuantity withReader(Function<Sample, Observation> newReader) {
        return new RisingQuantity(name, unit, forkMargin, newReader);
    }

    /** Returns an amount of this quantity in words. */
    String inWords(double value) {
        return isCount() ? Figures.count(Math.round(value)) : Figures.count(Math.round(value / KIBIBYTE)) + " KiB";
    }

    boolean isCount() {
        return unit.isEmpty();
    }

    Observation valueIn(Sample sample) {
        return reader.apply(sample);
    }

    OptionalDouble valueAt(LevelReading level) {
        return valueIn(level.sample()).asDouble();
    }
}
