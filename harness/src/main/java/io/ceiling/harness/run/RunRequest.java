package io.ceiling.harness.run;

import io.ceiling.harness.expect.Expectations;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The fully expanded request of a command that measures.
 *
 * @param folders folders that the run reads and writes
 * @param scenarios scenarios in the order in which they run, including those that will be skipped
 * @param ramp settings of every ramp
 * @param commandLine arguments as given, without secrets, for environment.json
 * @param expectations expectations that the rows are judged by
 * @param extras what extensions want of the run, each found by its type
 * @param output what the run prints
 */
public record RunRequest(
        Folders folders,
        List<Scenario> scenarios,
        RampSettings ramp,
        List<String> commandLine,
        Expectations expectations,
        List<Record> extras,
        Output output) {

    /**
     * The folders that a run reads and writes.
     *
     * @param home root folder of the project, above the target folders of the modules
     * @param results folder in which the run's own folder is created
     * @param name name of the run, a part of its folder's name
     * @param resume folder of an interrupted run to continue, whose finished scenarios are not run again; empty for a
     *     new run
     * @param ownerOnly true if no other user may read the run's folder, because what an application of the user
     *     answers or logs may be secret
     */
    public record Folders(Path home, Path results, String name, Optional<Path> resume, boolean ownerOnly) {

        /** Creates the folders of a run that everybody may read. */
        public Folders(Path home, Path results, String name, Optional<Path> resume) {
            this(home, results, name, resume, false);
        }

        public static Folders of(Path home, Path results, String name) {
            return new Folders(home, results, name, Optional.empty());
        }
    }

    public RunRequest {
        scenarios = List.copyOf(scenarios);
        commandLine = List.copyOf(commandLine);
        extras = List.copyOf(extras);
    }

    /** Creates a request without expectations, for a person. */
    public RunRequest(Folders folders, List<Scenario> scenarios, RampSettings ramp, List<String> commandLine) {
        this(folders, scenarios, ramp, commandLine, Expectations.NONE, List.of(), Output.SCREEN);
    }

    /** Returns the same request, in a folder that no other user may read if {@code secret}. */
    public RunRequest ownerOnly(boolean secret) {
        Folders same = new Folders(folders.home, folders.results, folders.name, folders.resume, secret);
        return new RunRequest(same, scenarios, ramp, commandLine, expectations, extras, output);
    }

    public RunRequest expecting(Expectations other) {
        return new RunRequest(folders, scenarios, ramp, commandLine, other, extras, output);
    }

    /** Returns true if each scenario is printed with its time and processor time. */
    public boolean verbose() {
        return output == Output.VERBOSE;
    }

    public RunRequest printing(Output other) {
        return new RunRequest(folders, scenarios, ramp, commandLine, expectations, extras, other);
    }

    public RunRequest withRamp(RampSettings other) {
        return new RunRequest(folders, scenarios, other, commandLine, expectations, extras, output);
    }

    public RunRequest withScenarios(List<Scenario> others) {
        return new RunRequest(folders, others, ramp, commandLine, expectations, extras, output);
    }

    /** Returns the extras of a type in the order in which they were added. */
    public <T> Stream<T> extras(Class<T> type) {
        return extras.stream().filter(type::isInstance).map(type::cast);
    }

    public RunRequest with(Record extra) {
        List<Record> all = Stream.concat(extras.stream(), Stream.of(extra)).toList();
        return new RunRequest(folders, scenarios, ramp, commandLine, expectations, all, output);
    }

    /** Returns the further hosts on which servers and agents run; empty for this host alone. */
    public Optional<OtherHosts> hosts() {
        return extras(OtherHosts.class).findFirst();
    }
}
