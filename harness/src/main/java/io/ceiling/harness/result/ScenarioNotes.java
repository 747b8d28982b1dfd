package io.ceiling.harness.result;

import java.util.List;

/**
 * The circumstances in which a scenario was measured.
 *
 * @param effort effort of measuring it
 * @param nullMeasurement what the host did before it
 * @param warnings what may have spoiled its figures, each one line
 * @param extensionResults what extensions add to the result
 */
public record ScenarioNotes(
        Effort effort, NullMeasurement nullMeasurement, List<String> warnings, ExtensionResults extensionResults) {

    /** Nothing is known. */
    public static final ScenarioNotes NONE = of(Effort.NONE);

    public ScenarioNotes {
        warnings = List.copyOf(warnings);
    }

    /** Returns the circumstances of a scenario of which the effort alone is known. */
    public static ScenarioNotes of(Effort effort) {
        return new ScenarioNotes(effort, NullMeasurement.NONE, List.of(), ExtensionResults.NONE);
    }
}
