package io.ceiling.harness.run.benchmark;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.report.console.Progress;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.RunRequest;
import java.util.Set;

/**
 * Runs a matrix: every scenario in a fresh server JVM, ramped to its ceiling, judged, its row on disk before the next one
 * starts.
 */
public final class BenchmarkRunner {

    private final Run run;

    public BenchmarkRunner(Run run) {
        this.run = run;
    }

    /**
     * Blocks until every scenario has its row; on return no process is left running.
     *
     * @return the exit code
     */
    public int run(RunRequest request) throws InterruptedException {
        return run.measure(request, context -> {
            boolean earlier = context.folder().allMeasured();
            return context.ended(measureAll(context, new ScenarioMeasurer(context)::measure) && earlier);
        });
    }

    /** Gives a scenario its row; blocks until it has one. */
    @FunctionalInterface
    public interface Measurer {
        ScenarioResult measure(Scenario scenario) throws InterruptedException;
    }

    /** Measures each scenario that has no row yet; returns true if each was measured, or left out on purpose. */
    public static boolean measureAll(Run.Context context, Measurer measurer) throws InterruptedException {
        Set<String> finished = context.folder().finished();
        boolean all = true;
        try (Progress progress = new Progress(
                context.out(),
                context.request().scenarios(),
                finished.size(),
                context.terminal(),
                context.request().verbose())) {
            for (Scenario scenario : context.request().scenarios()) {
                if (finished.contains(scenario.name())) {
                    continue;
                }
                progress.started(scenario);
                ScenarioResult result = measurer.measure(scenario);
                progress.finished(result);
                all &= ScenarioMeasurer.done(result);
            }
        }
        return all;
    }
}
