package io.ceiling.capacity.prediction;

import io.ceiling.harness.reading.Sample;
import java.util.List;
import java.util.Optional;

/**
 * Readings of a server for a prediction.
 *
 * @param levels readings in ascending order of their connections, the first without a connection if there is one
 * @param repeatedSample reading of the highest level after all connections were closed and opened again; empty if there is none
 * @param warmUp connections of the warm-up, whose buffers the server still has at lower levels; 0 for none
 */
public record Readings(List<LevelReading> levels, Optional<Sample> repeatedSample, int warmUp) {

    public Readings {
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("levels must be >= 1, were 0");
        }
        levels = List.copyOf(levels);
    }

    /** Creates readings of levels alone. */
    public Readings(List<LevelReading> levels) {
        this(levels, Optional.empty(), 0);
    }

    LevelReading highestLevel() {
        return levels.get(levels.size() - 1);
    }
}
