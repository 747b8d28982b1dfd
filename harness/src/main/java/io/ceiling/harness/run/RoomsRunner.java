package io.ceiling.harness.run;

import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Plural;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.probe.EnvironmentProbe;
import io.ceiling.harness.report.RoomsFile;
import io.ceiling.harness.report.RoomsTable;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/**
 * Measures every number of users in every number of rooms, each in a fresh server JVM; a row in rooms.csv for each pause that
 * was tried, on the disk before the next.
 */
public final class RoomsRunner {

    /** Every cell of the grid has at least one row. */
    public static final int EXIT_RAN = 0;

    /** At least one could not be measured. */
    public static final int EXIT_COULD_NOT_RUN = 3;

    private final HostFacts facts;
    private final Environment environment;
    private final PrintStream out;
    private final Waiting waiting = new Waiting();

    private RoomsRunner(HostFacts facts, Environment environment, PrintStream out) {
        this.facts = facts;
        this.environment = environment;
        this.out = out;
    }

    /** Reads this host and this project once; {@code jdks} are the ones that were found. */
    public static RoomsRunner onThisHost(RoomsRequest request, List<Jdk> jdks, PrintStream out) {
        Environment environment = new EnvironmentProbe(Clock.systemUTC())
                .read(request.run().folders().home(), jdks, request.run().commandLine());
        return new RoomsRunner(HostFacts.ofThisHost(), environment, out);
    }

    /**
     * Blocks until the grid is full; on return no process is left running.
     *
     * @return the exit code
     */
    public int run(RoomsRequest request) throws InterruptedException {
        RunRequest run = request.run();
        boolean all = true;
        try (Reporting reporting = new Reporting(out);
                RunFolder folder = reporting.of(
                        RunFolder.create(run.folders().results(), run.folders().name(), Clock.systemUTC()));
                RoomsFile file = RoomsFile.open(folder.path())) {
            folder.writeEnvironment(environment, run.ramp());
            try (Agents loaders = new Agents(run, facts.limits(), folder.path());
                    LocalAgents probe = probe(request, folder.path())) {
                for (int rooms : request.rooms()) {
                    for (int users : request.users()) {
                        out.println("%s in %s:".formatted(Plural.of(users, "user"), Plural.of(rooms, "room")));
                        all &= cell(users, rooms, request, loaders, probe, folder, file);
                    }
                }
            }
            RoomsTable.lines(file.rows(), request.chat().p99(), folder.path()).forEach(out::println);
        }
        return all ? EXIT_RAN : EXIT_COULD_NOT_RUN;
    }

    private static LocalAgents probe(RoomsRequest request, Path folder) throws InterruptedException {
        return LocalAgents.start(
                request.run().folders().home(), 1, request.server().jdk(), folder.resolve("probe.log"));
    }

    private boolean cell(
            int users,
            int rooms,
            RoomsRequest request,
            Agents loaders,
            LocalAgents probe,
            RunFolder folder,
            RoomsFile file)
            throws InterruptedException {
        String cell = "%s-users%d-rooms%d".formatted(request.server().name(), users, rooms);
        Path log = folder.path().resolve("server-%s.log".formatted(cell));
        ServerLauncher launcher =
                new ServerLauncher(new ServerFiles(request.run().folders().home()), scenario -> log);
        Scenario server = request.server();
        Instant start = Instant.now();
        ServerSession.Starter servers = new ForkedServers(
                server,
                launcher,
                facts.now(),
                sample -> folder.appendSample(server, sample),
                waiting,
                waiting.nanoTime());
        try (RoomsCell measuring =
                new RoomsCell(users, rooms, request, loaders.fleet(), probe.fleet(), servers, waiting, facts)) {
            try {
                measuring.run(point -> {
                    file.append(server, measuring.server(), point, request.chat());
                    out.println("  " + RoomsTable.progress(point));
                });
            } finally {
                if (!measuring.histograms().isEmpty()) {
                    folder.writeHistograms(cell, start, Instant.now(), measuring.histograms());
                }
            }
            return true;
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            file.append(server, users, rooms, String.valueOf(e.getMessage()));
            out.println("  not measured: " + e.getMessage());
            return false;
        }
    }
}
