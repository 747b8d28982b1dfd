package io.ceiling.harness.run;

import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.probe.EnvironmentProbe;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.console.CeilingsTable;
import io.ceiling.harness.report.console.MessagesTable;
import io.ceiling.harness.run.session.HostFacts;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;

/**
 * The frame of every command that measures: the folder of the run with its environment, the load agents, and the report at the end.
 * Commands give the body.
 */
public final class Run {

    private final HostFacts facts;
    private final Environment environment;
    private final PrintStream out;
    private final boolean terminal;

    private Run(HostFacts facts, Environment environment, PrintStream out, boolean terminal) {
        this.facts = facts;
        this.environment = environment;
        this.out = out;
        this.terminal = terminal;
    }

    /**
     * What a command measures with.
     *
     * @param agents started when they are first asked for
     * @param terminal true if a line of progress can be written over
     */
    public record Context(
            RunRequest request, RunFolder folder, Agents agents, HostFacts facts, PrintStream out, boolean terminal) {

        /** Prints the tables of a run of ceilings, and judges what was expected of them. */
        public int ended(boolean allMeasured) {
            MessagesTable.lines(folder.steps()).forEach(out::println);
            CeilingsTable.lines(folder.rows(), folder.path()).forEach(out::println);
            return ExitCode.of(request.expectations().areKeptBy(folder, out), allMeasured);
        }
    }

    /** What a command does in that frame. */
    @FunctionalInterface
    public interface Body {

        /** Measures, prints the results and returns the exit code. */
        int measure(Context context) throws InterruptedException;
    }

    /**
     * Reads this host and this project once.
     *
     * @param jdks all that were found
     */
    public static Run onThisHost(RunRequest request, List<Jdk> jdks, PrintStream out, boolean terminal) {
        Environment environment =
                new EnvironmentProbe(Clock.systemUTC()).read(request.folders().home(), jdks, request.commandLine());
        return new Run(HostFacts.ofThisHost(), environment, out, terminal);
    }

    public HostFacts facts() {
        return facts;
    }

    public PrintStream out() {
        return out;
    }

    /**
     * Blocks until all is measured; on return the report is written and no process is left running.
     *
     * @return the exit code
     */
    public int measure(RunRequest request, Body body) throws InterruptedException {
        facts.host().blindSpots().forEach(blind -> out.println("not seen here: " + blind));
        try (Reporting reporting = new Reporting(out);
                RunFolder folder = reporting.of(open(request));
                Agents agents = new Agents(request, facts.limits(), folder.path())) {
            return body.measure(new Context(request, folder, agents, facts, out, terminal));
        }
    }

    private RunFolder open(RunRequest request) {
        RunFolder folder = request.folders().resume().isPresent()
                ? RunFolder.resume(request.folders().resume().get())
                : RunFolder.create(
                        request.folders().results(), request.folders().name(), Clock.systemUTC());
        folder.writeEnvironment(environment, request.ramp());
        return folder;
    }
}
