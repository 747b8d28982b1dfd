package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.ramp.CeilingFinder;
import io.ceiling.harness.verdict.ramp.LimitForecast;
import io.ceiling.harness.verdict.ramp.NextAction;
import io.ceiling.harness.verdict.ramp.RampState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps of a ramp so far, which of them count, and what follows from them. Not thread-safe. */
final class RampRecord {

    private final List<Step> steps = new ArrayList<>();
    private final List<FailedStep> failures = new ArrayList<>();
    private final List<IntervalHistograms> histograms = new ArrayList<>();
    private RampState state;

    RampRecord(CeilingFinder finder) {
        this.state = RampState.before(finder);
    }

    /** Begins anew with another search; no step must have been run. */
    void search(CeilingFinder finder) {
        state = RampState.before(finder);
    }

    RampState state() {
        return state;
    }

    NextAction.Done searchResult() {
        return state.bounds();
    }

    /** Returns all steps, including uncounted ones. Callers may add steps to this list. */
    List<Step> steps() {
        return steps;
    }

    /** Returns the failed steps that count, the one next to the ceiling first. */
    List<FailedStep> failures() {
        return List.copyOf(failures);
    }

    /** Replaces the failure next to the ceiling with a copy that has more evidence. */
    void replaceFirstFailure(FailedStep more) {
        failures.set(0, more);
    }

    /**
     * Returns the levels that the current server has held before any failure, in their order.
     *
     * @param empty its reading without a connection
     */
    List<LimitForecast.PassedLevel> levels(Sample empty) {
        return Stream.concat(
                        Stream.of(new LimitForecast.PassedLevel(0, empty)),
                        steps.stream()
                                .filter(step -> step.costPoint() && step.server() == state.server())
                                .map(step -> new LimitForecast.PassedLevel(step.target(), step.after())))
                .toList();
    }

    void add(IntervalHistograms ofStep) {
        histograms.add(ofStep);
    }

    /** Adds a step that passed. An earlier failure of the same level was transient. */
    void addPassed(Step step, CeilingFinder.HeldLevel heldLevel) {
        failures.removeIf(failure -> failure.step().target() == step.target());
        steps.replaceAll(before -> !before.passed() && before.target() == step.target() ? before.notCounted() : before);
        steps.add(state.isTainted() ? step : step.with(Step.Use.CEILING_AND_COST));
        state = state.afterPass(heldLevel);
    }

    /** Adds a step that failed. Returns which server the ramp needs next. */
    RampState.Recovery addFailed(Step step, FailedStep failed, RampState.Failure failure) {
        RampState.FailureOutcome judged = state.afterFailure(failure);
        steps.add(judged.counts() ? step : step.notCounted());
        if (judged.counts()) {
            add(failed);
        }
        state = judged.state();
        return judged.recovery();
    }

    boolean lastCounts() {
        return steps.get(steps.size() - 1).counted();
    }

    /** Counts a step that was to be repeated, unless it counts already: no other will decide the ceiling. */
    void count(Step step, FailedStep failed, CeilingFinder.HeldLevel level) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).index() == step.index() && !steps.get(i).counted()) {
                add(failed);
                steps.set(i, step);
                state = state.withCountedFailure(level);
            }
        }
    }

    private void add(FailedStep failed) {
        failures.add(failed);
        failures.sort(Comparator.comparingInt(failure -> failure.step().target()));
    }

    /** Adds to all failures that the server serves not even one connection although its load has gone. */
    void addLoneConnection(LoneConnection alone) {
        failures.replaceAll(failure -> failure.with(alone));
    }

    /** Continues in a fresh server. Returns false if the ramp has used that many servers already. */
    boolean goesOnInFreshServer(int most) {
        Optional<RampState> fresh = state.inFreshServer(most);
        fresh.ifPresent(other -> state = other);
        return fresh.isPresent();
    }

    List<IntervalHistograms> histograms() {
        return List.copyOf(histograms);
    }
}
