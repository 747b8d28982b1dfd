package io.ceiling.harness.command.run;

import io.ceiling.harness.engine.ScenarioMeasurer;
import io.ceiling.harness.estimate.Estimate;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.report.console.Progress;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Set;

/**
 * Runs a matrix: ramps every scenario to its ceiling in a fresh server JVM, judges it, and writes its row to the disk
 * before the next one starts.
 */
public final class BenchmarkRunner {

    private final Run run;

    public BenchmarkRunner(Run run) {
        this.run = run;
    }

    /** An extra of a request: a measurement of an extension after the last row. */
    @FunctionalInterface
    public interface ExtraMeasurement {

        /** Blocks until all is measured, and returns true unless a measurement failed. */
        boolean measure(Run.Context context) throws InterruptedException;
    }

    /**
     * Blocks until every scenario has its row. On return no forked process is left.
     *
     * @return the exit code
     */
    public int run(RunRequest request) throws InterruptedException {
        return run.measure(request, context -> {
            boolean earlier = context.folder().allMeasured();
            boolean all = measureAll(context, new ScenarioMeasurer(context)::measure) && earlier;
            boolean after = true;
            for (ExtraMeasurement extra : request.extras(ExtraMeasurement.class).toList()) {
                after &= extra.measure(context);
            }
            return context.finish(all && after);
        });
    }

    /** Measures one scenario and writes its row. */
    @FunctionalInterface
    public interface Measurer {
        ScenarioResult measure(Scenario scenario) throws InterruptedException;
    }

    /**
     * Measures each scenario that has no row yet. Blocks until all have one.
     *
     * @return true if each of them was measured or deliberately skipped
     */
    public static boolean measureAll(Run.Context context, Measurer measurer) throws InterruptedException {
        Set<String> finished = context.folder().finished();
        context.folder().writePlanned(context.request().scenarios().size());
        HostLimits limits = context.facts().limits();
        boolean all = true;
        try (Progress progress = new Progress(
                context.out(),
                context.request().scenarios(),
                finished,
                scenario -> Estimate.of(List.of(scenario), context.request().ramp(), limits)
                                .toMillis()
                        / 1e3,
                context.terminal(),
                context.request().verbose())) {
            context.status().showIn(progress::show, progress::room);
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
