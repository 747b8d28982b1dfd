package io.ceiling.anatomy;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.stats.CostPoints;
import java.util.List;
import java.util.function.Function;

/** Fits lines to readings of one server at several numbers of connections. Pure functions. */
final class LineFits {

    private LineFits() {}

    /** Returns the slope of a reading; unknown if it was seen at fewer than two levels. */
    static Amount amount(List<MemorySnapshot> snapshots, Function<MemorySnapshot, Observation> reading) {
        return Amount.of(slope(snapshots, reading));
    }

    static Slope slope(List<MemorySnapshot> snapshots, Function<MemorySnapshot, Observation> reading) {
        return CostPoints.ofOneServer(snapshots, MemorySnapshot::connections)
                .fitLine(snapshot -> reading.apply(snapshot).asDouble());
    }

    static Amount sum(List<Amount> amounts) {
        return amounts.stream().filter(Amount::isKnown).reduce(Amount::plus).orElse(Amount.UNKNOWN);
    }
}
