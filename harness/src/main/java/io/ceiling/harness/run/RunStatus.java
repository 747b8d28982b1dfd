package io.ceiling.harness.run;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.console.LiveLine;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.ramp.LimitUses;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * The current state of a run, for the line that shows it. The thread that measures tells it, with readings that it takes
 * anyway. Nothing here blocks or asks a server. Not thread-safe.
 */
public final class RunStatus {

    /** A place that shows a few words until the next ones. */
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
        this.state = RunState.before(new RunState.Plan(0, memoryFloorBytes));
    }

    /**
     * Sets what is known before the first scenario.
     *
     * @param scenarios number of scenarios of the run
     * @param finished labels of the verdicts of scenarios that an interrupted run has finished already
     */
    public void planned(int scenarios, List<String> finished) {
        RunState planned =
                RunState.before(new RunState.Plan(scenarios, state.plan().memoryFloorBytes()));
        for (String verdict : finished) {
            planned = planned.withRow(verdict);
        }
        state = planned;
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

    /** Tells that the measurement of a scenario begins. */
    public void measuring(Scenario scenario) {
        state = state.measuring(scenario);
    }

    /** Tells that a step begins that is to hold that many connections. */
    public void stepping(int connections) {
        state = state.stepping(connections);
    }

    /** Tells that a step has ended. */
    public void stepped() {
        state = state.stepped();
    }

    /** Tells a reading that was taken for samples.csv. */
    public void read(Sample sample) {
        state = state.read(sample);
        String words = LiveLine.of(state, LimitUses.of(state), display.room().getAsInt());
        if (!words.isEmpty()) {
            display.words().accept(words);
        }
    }

    /** Records that the row of a scenario was written. */
    public void row(ScenarioResult result) {
        state = state.withRow(result.verdict().label());
    }
}
