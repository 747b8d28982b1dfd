package io.ceiling.harness.run;

import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code ceiling run} was asked to do, fully expanded.
 *
 * @param scenarios in the order in which they run, the ones to be skipped included
 * @param commandLine as given, without secrets, for environment.json
 * @param expectations what its rows must show
 * @param verbose true if it prints what each scenario took
 */
public record RunRequest(
        Folders folders,
        List<Scenario> scenarios,
        RampSettings ramp,
        List<String> commandLine,
        Expectations expectations,
        boolean verbose) {

    /**
     * Where a run reads and writes.
     *
     * @param home folder of the project: the modules' target folders are below it
     * @param results folder in which the run's own folder is made
     * @param name of the run, part of its folder's name
     * @param resume folder of an interrupted run to go on with; its finished scenarios are not run again
     */
    public record Folders(Path home, Path results, String name, Optional<Path> resume) {

        /** Returns the folders of a run that begins. */
        public static Folders of(Path home, Path results, String name) {
            return new Folders(home, results, name, Optional.empty());
        }
    }

    public RunRequest {
        scenarios = List.copyOf(scenarios);
        commandLine = List.copyOf(commandLine);
    }

    /** Makes a request that expects nothing and prints only the results. */
    public RunRequest(Folders folders, List<Scenario> scenarios, RampSettings ramp, List<String> commandLine) {
        this(folders, scenarios, ramp, commandLine, Expectations.NONE, false);
    }

    /** Returns the same request with other expectations. */
    public RunRequest expecting(Expectations other) {
        return new RunRequest(folders, scenarios, ramp, commandLine, other, verbose);
    }

    /** Returns the same request, which prints what each scenario took, or does not. */
    public RunRequest verbose(boolean tellsMore) {
        return new RunRequest(folders, scenarios, ramp, commandLine, expectations, tellsMore);
    }

    public RunRequest withRamp(RampSettings other) {
        return new RunRequest(folders, scenarios, other, commandLine, expectations, verbose);
    }

    public RunRequest withScenarios(List<Scenario> others) {
        return new RunRequest(folders, others, ramp, commandLine, expectations, verbose);
    }
}
