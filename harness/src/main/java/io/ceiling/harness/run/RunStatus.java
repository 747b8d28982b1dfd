package io.ceiling.harness.run;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.OpenMetrics;
import io.ceiling.harness.report.console.LiveLine;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.ramp.LimitUses;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * The current state of a run. The thread that measures tells it, with readings that it takes anyway; other threads may
 * ask for {@link #metrics}. Nothing here blocks or asks a server.
 */
public final class RunStatus {

    private record Moment(String run, RunState state, long readNanos) {}

    /** A place that shows a few words until the next ones. */
    private record Display(Consumer<String> words, IntSupplier room) {}

    private static final Display NONE = new Display(words -> {}, () -> 0);

    private final LongSupplier nanoTime;
    // Replaced by the thread that measures alone, as a whole.
    private volatile Moment moment;
    private Display display = NONE;

    /**
     * Creates the state of a run that has not begun.
     *
     * @param memoryFloorBytes memory of the host that a ramp leaves, in bytes
     */
    public RunStatus(long memoryFloorBytes, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.moment = new Moment("", RunState.before(new RunState.Plan(0, memoryFloorBytes)), 0);
    }

    /** Sets the name of the run, as soon as it has a folder. */
    void named(String run) {
        moment = new Moment(run, moment.state(), moment.readNanos());
    }

    /**
     * Sets what is known before the first scenario.
     *
     * @param scenarios number of scenarios of the run
     * @param finished labels of the verdicts of scenarios that an interrupted run has finished already
     */
    public void planned(int scenarios, List<String> finished) {
        RunState planned = RunState.before(
                new RunState.Plan(scenarios, moment.state().plan().memoryFloorBytes()));
        for (String verdict : finished) {
            planned = planned.withRow(verdict);
        }
        moment = new Moment(moment.run(), planned, 0);
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
        change(state -> state.measuring(scenario));
    }

    /** Tells that a step begins that is to hold that many connections. */
    public void stepping(int connections) {
        change(state -> state.stepping(connections));
    }

    /** Tells that a step has ended. */
    public void stepped() {
        change(RunState::stepped);
    }

    /** Tells a reading that was taken for samples.csv. */
    public void read(Sample sample) {
        moment = new Moment(moment.run(), moment.state().read(sample), nanoTime.getAsLong());
        RunState state = moment.state();
        String words = LiveLine.of(state, LimitUses.of(state), display.room().getAsInt());
        if (!words.isEmpty()) {
            display.words().accept(words);
        }
    }

    /** Records that the row of a scenario was written. */
    public void row(ScenarioResult result) {
        change(state -> state.withRow(result.verdict().label()));
    }

    private void change(UnaryOperator<RunState> how) {
        moment = new Moment(moment.run(), how.apply(moment.state()), moment.readNanos());
    }

    /** Returns the state as OpenMetrics text. Thread-safe. */
    public String metrics() {
        Moment now = moment;
        OptionalDouble age = now.state().readings().last().isPresent()
                ? OptionalDouble.of(Math.max(0, nanoTime.getAsLong() - now.readNanos()) / 1e9)
                : OptionalDouble.empty();
        return OpenMetrics.of(now.run(), now.state(), LimitUses.of(now.state()), age);
    }
}
