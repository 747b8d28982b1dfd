package io.ceiling.harness.run;

import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code ceiling run} was asked to do, fully expanded.
 *
 * @param home folder of the project: the modules' target folders are below it
 * @param results folder in which the run's own folder is made
 * @param name of the run, part of its folder's name
 * @param scenarios in the order in which they run, the ones to be skipped included
 * @param resume folder of an interrupted run to go on with; its finished scenarios are not run again
 * @param commandLine as given, for environment.json
 * @param expectations what its rows must show
 * @param verbose whether it is told what each scenario took
 */
public record RunRequest(
        Path home,
        Path results,
        String name,
        List<Scenario> scenarios,
        RampSettings ramp,
        Optional<Path> resume,
        List<String> commandLine,
        Expectations expectations,
        boolean verbose) {

    public RunRequest {
        scenarios = List.copyOf(scenarios);
        commandLine = List.copyOf(commandLine);
    }

    /** Makes a request that prints only the results. */
    public RunRequest(
            Path home,
            Path results,
            String name,
            List<Scenario> scenarios,
            RampSettings ramp,
            Optional<Path> resume,
            List<String> commandLine,
            Expectations expectations) {
        this(home, results, name, scenarios, ramp, resume, commandLine, expectations, false);
    }

    /** Of which nothing is expected. */
    public RunRequest(
            Path home,
            Path results,
            String name,
            List<Scenario> scenarios,
            RampSettings ramp,
            Optional<Path> resume,
            List<String> commandLine) {
        this(home, results, name, scenarios, ramp, resume, commandLine, Expectations.NONE);
    }

    /** The same with other expectations. */
    public RunRequest expecting(Expectations other) {
        return new RunRequest(home, results, name, scenarios, ramp, resume, commandLine, other, verbose);
    }

    /** Returns the same request, which prints what each scenario took, or does not. */
    public RunRequest verbose(boolean tellsMore) {
        return new RunRequest(home, results, name, scenarios, ramp, resume, commandLine, expectations, tellsMore);
    }

    RunRequest withRamp(RampSettings other) {
        return new RunRequest(home, results, name, scenarios, other, resume, commandLine, expectations, verbose);
    }
}
