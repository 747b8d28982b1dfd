package io.ceiling.harness.result;

import io.ceiling.aftermath.AfterRamp;
import java.util.List;

/**
 * The circumstances in which a scenario was measured.
 *
 * @param effort effort of measuring it
 * @param before what the host did before it
 * @param warnings what may have spoiled its figures, each one line
 * @param after what was tried after its ramp
 */
public record Circumstances(Effort effort, NullMeasurement before, List<String> warnings, AfterRamp after) {

    /** Nothing is known. */
    public static final Circumstances NONE = of(Effort.NONE);

    public Circumstances {
        warnings = List.copyOf(warnings);
    }

    /** Returns the circumstances of a scenario of which the effort alone is known. */
    public static Circumstances of(Effort effort) {
        return new Circumstances(effort, NullMeasurement.NONE, List.of(), AfterRamp.NOTHING);
    }
}
