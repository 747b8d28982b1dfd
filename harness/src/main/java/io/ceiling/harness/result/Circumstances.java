package io.ceiling.harness.result;

import java.util.List;

/**
 * The circumstances in which a scenario was measured.
 *
 * @param effort effort of measuring it
 * @param before what the host did before it
 * @param warnings what may have spoiled its figures, each one line
 * @param more what extensions add to the result
 */
public record Circumstances(Effort effort, NullMeasurement before, List<String> warnings, MoreResults more) {

    /** Nothing is known. */
    public static final Circumstances NONE = of(Effort.NONE);

    public Circumstances {
        warnings = List.copyOf(warnings);
    }

    /** Returns the circumstances of a scenario of which the effort alone is known. */
    public static Circumstances of(Effort effort) {
        return new Circumstances(effort, NullMeasurement.NONE, List.of(), MoreResults.NONE);
    }
}
