package io.ceiling.harness.run;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.console.LiveLine;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.ramp.LimitUses;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * The current state of a run, for the line that shows it. The measuring thread updates it with readings that it takes
 * anyway. Nothing here blocks or queries a server. Not thread-safe.
 */
public final class RunStatus {

    // A place that shows a few words until the next ones.
    private record Display(Consumer<String> words, IntSupplier room) {}

    private static final Display NONE = new Display(words -> {}, () -> 0);

    private RunState state;
    private Display display = NONE;

    /**
     * Creates the state of a run that has not begun.
     *
     * @param memoryFloorBytes memory of the host that a ramp leaves, in bytes
     */
    public RunStatus(long memoryFloorBytes) {
        this.state = RunState.before(memoryFloorBytes);
    }

    /**
     * Shows the state of each scenario in a few words whenever it changes, at most once a second or so.
     *
     * @param words receives them, in the thread that measures
     * @param room returns the largest number of characters
     */
    public void showIn(Consumer<String> words, IntSupplier room) {
        display = new Display(words, room);
    }

    /** Records that the measurement of a scenario begins. */
    public void beginScenario(Scenario scenario) {
        state = state.withScenario(scenario);
    }

    /** Records that a step begins that is to hold that many connections. */
    public void beginStep(int connections) {
        state = state.withTarget(connections);
    }

    /** Records that a step has passed with that many connections. */
    public void passed(int connections) {
        state = state.passed(connections);
    }

    /** Records a reading for samples.csv, and updates the display. */
    public void read(Sample sample) {
        state = state.withSample(sample);
        String words = LiveLine.of(state, LimitUses.of(state), display.room().getAsInt());
        if (!words.isEmpty()) {
            display.words().accept(words);
        }
    }
}
