package io.ceiling.harness.run;

import io.ceiling.harness.engine.session.ForkedServers;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerLauncher;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.observe.EnvironmentProbe;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.report.Details;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.RunSetup;
import io.ceiling.harness.report.console.RunScreen;
import io.ceiling.harness.report.console.TerminalColors;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frame that every measuring command shares: the run's folder with its environment, the load agents, and the report
 * at the end. The command supplies the {@link Body}.
 */
public final class Run {

    private final HostFacts facts;
    private final Environment environment;
    private final PrintStream out;
    private final PrintStream standardOutput;
    private final boolean terminal;

    private Run(
            HostFacts facts, Environment environment, PrintStream out, PrintStream standardOutput, boolean terminal) {
        this.facts = facts;
        this.environment = environment;
        this.out = out;
        this.standardOutput = standardOutput;
        this.terminal = terminal;
    }

    /**
     * The resources that a command measures with.
     *
     * @param request request of this run
     * @param folder folder that receives the results
     * @param agents load agents, forked on first use
     * @param facts limits and probe of this host
     * @param out output for progress and results
     * @param terminal true if a progress line can be overwritten
     * @param status what the run does at this moment
     * @param reporting writes the report, also while the run goes on
     */
    public record Context(
            RunRequest request,
            RunFolder folder,
            Agents agents,
            HostFacts facts,
            PrintStream out,
            boolean terminal,
            RunStatus status,
            Reporting reporting) {

        /** Returns the same resources for another request, with facts of this host that were read again. */
        public Context with(RunRequest other, HostFacts again) {
            return new Context(other, folder, agents, again, out, terminal, status, reporting);
        }

        /** Returns the launcher of servers of this run, with their logs in its folder. */
        public ServerLauncher launcher() {
            return new ServerLauncher(new ServerFiles(request.folders().home()), folder::serverLog);
        }

        /** Returns a source of servers that are started for this run, with the limits of this host as they are then. */
        public ServerSession.Source forked(ServerLauncher launcher) {
            return (scenario, toCsv, startNanos) ->
                    new ForkedServers(scenario, launcher, facts.withFreshLimits(), toCsv, new RunClock(), startNanos);
        }

        /**
         * Writes the tables of a run of ceilings to its folder, prints what fits on a screen, judges its expectations and returns
         * the exit code.
         */
        public int finish(boolean allMeasured) {
            List<CsvRow> rows = folder.rows();
            RunSetup setup = RunSetup.of(folder.path());
            folder.writeText(RunScreen.TABLE_FILE, RunScreen.wide(rows, folder.steps(), setup));
            out.println();
            TerminalColors.of(RunScreen.lines(rows, setup), terminal).forEach(out::println);
            out.println();
            RunScreen.next(rows, setup).forEach(out::println);
            out.println("results: " + folder.path());
            return ExitCode.of(request.expectations().check(folder, out), allMeasured);
        }
    }

    /** The measuring part of a command. */
    @FunctionalInterface
    public interface Body {

        /** Measures, prints the results and returns the exit code. Blocks until all is measured. */
        int measure(Context context) throws InterruptedException;
    }

    /**
     * Reads the environment of this host and of this project once, for all runs of the command.
     *
     * @param jdks all JDKs that were found on this host
     */
    public static Run onThisHost(RunRequest request, List<Jdk> jdks, PrintStream out, boolean terminal) {
        Environment environment =
                new EnvironmentProbe(Clock.systemUTC()).read(request.folders().home(), jdks, request.commandLine());
        PrintStream people = request.output().forPeople(out);
        return new Run(HostFacts.ofThisHost(), environment, people, out, terminal && people == out);
    }

    public HostFacts facts() {
        return facts;
    }

    public PrintStream out() {
        return out;
    }

    /**
     * Blocks until everything is measured. On return the report is written and no forked process is left. A server that does
     * not start, or cannot be measured, ends the measuring with one line.
     *
     * @return the exit code
     */
    public int measure(RunRequest request, Body body) throws InterruptedException {
        facts.otherRuns().warnings().forEach(warning -> out.println("warning: " + warning));
        facts.host().blindSpots().forEach(blind -> out.println("not seen here: " + blind));
        int exitCode;
        Path path;
        RunStatus live = new RunStatus(request.ramp().memoryFloorBytes());
        Reporting reporting = new Reporting(out);
        try (OtherHosts.@Nullable OpenHosts nodes = nodes(request);
                reporting;
                RunFolder folder = reporting.register(open(request, nodes == null ? Map.of() : nodes.environments()))) {
            path = folder.path();
            if (nodes != null) {
                nodes.logTo(Details.of(path));
            }
            HostFacts ofAll = nodes == null ? facts : facts.with(nodes);
            try (Agents agents = new Agents(request, ofAll, folder)) {
                exitCode = body.measure(new Context(request, folder, agents, ofAll, out, terminal, live, reporting));
            } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
                out.println("not measured: " + e.getMessage());
                exitCode = ExitCode.COULD_NOT_RUN;
            }
        }
        if (exitCode == ExitCode.OK && reporting.isMissing()) {
            exitCode = ExitCode.COULD_NOT_RUN;
        }
        // After the folder is closed and the report written.
        request.output().forPrograms(standardOutput, path);
        return exitCode;
    }

    private OtherHosts.@Nullable OpenHosts nodes(RunRequest request) {
        return request.hosts()
                .map(hosts -> hosts.open(facts, request.folders().home(), out))
                .orElse(null);
    }

    private RunFolder open(RunRequest request, Map<String, Environment> others) {
        RunFolder folder = request.folders().resume().isPresent()
                ? RunFolder.resume(request.folders().resume().get())
                : RunFolder.create(
                        request.folders().results(),
                        request.folders().name(),
                        request.folders().ownerOnly(),
                        Clock.systemUTC());
        folder.writeEnvironment(environment, request.ramp());
        folder.writeHosts(others);
        return folder;
    }
}
