package io.ceiling.harness.result;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.load.report.ByteCounts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of one scenario.
 *
 * @param scenario the scenario
 * @param running settings that the server reported; null if it never started
 * @param verdict verdict on the ramp
 * @param steps steps in the order in which they were run, including those that do not count
 * @param cost cost of one more connection
 * @param durationNanos elapsed time, in ns
 * @param notes circumstances in which it was measured
 */
public record ScenarioResult(
        Scenario scenario,
        @Nullable RunningSettings running,
        Verdict verdict,
        List<Step> steps,
        CostPerConnection cost,
        long durationNanos,
        ScenarioNotes notes) {

    public ScenarioResult {
        steps = List.copyOf(steps);
    }

    /** Creates a result whose circumstances are not known. */
    public ScenarioResult(
            Scenario scenario,
            @Nullable RunningSettings running,
            Verdict verdict,
            List<Step> steps,
            CostPerConnection cost,
            long durationNanos) {
        this(scenario, running, verdict, steps, cost, durationNanos, ScenarioNotes.NONE);
    }

    public Effort effort() {
        return notes.effort();
    }

    public ScenarioResult withNotes(NullMeasurement before, List<String> warnings, Verdict weighed) {
        return new ScenarioResult(
                scenario,
                running,
                weighed,
                steps,
                cost,
                durationNanos,
                new ScenarioNotes(effort(), before, warnings, notes.extensionResults()));
    }

    /**
     * Returns a warning if some answers of an application differ much in length from the first: a page that says
     * "busy" may have status 200. The web application of this project answers at random lengths.
     */
    public Optional<String> answerLengthWarning() {
        return steps.stream()
                .filter(step -> scenario.application().isPresent())
                .map(step -> step.after().load().counts().bytes())
                .filter(bytes -> bytes.deviatingAnswers() > 0)
                .max(Comparator.comparingLong(ByteCounts::deviatingAnswers))
                .map(bytes ->
                        "%d of %d successful answers were twice as long as the first, or half as long: if that is a page that says that the server is busy, it serves fewer than the ceiling says"
                                .formatted(bytes.deviatingAnswers(), bytes.answers()));
    }

    public ScenarioResult withWarnings(List<String> warnings) {
        return withNotes(notes.nullMeasurement(), warnings, verdict);
    }

    public ScenarioResult with(ExtensionResults more) {
        return new ScenarioResult(
                scenario,
                running,
                verdict,
                steps,
                cost,
                durationNanos,
                new ScenarioNotes(effort(), notes.nullMeasurement(), notes.warnings(), more));
    }
}
