package io.ceiling.rooms;

import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.text.Plural;
import io.ceiling.load.link.LinkException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Measures every number of connections in every number of rooms with every server, each in a fresh process. Each pause
 * that was tried is a row of rooms.csv, which is on the disk before the next pause.
 */
final class RoomsRunner {

    private final Run run;
    private final RunClock clock = new RunClock();

    public RoomsRunner(Run run) {
        this.run = run;
    }

    /**
     * Blocks until the grid is complete. On return no forked process is left.
     *
     * @return the exit code
     */
    public int run(RoomsRequest request) throws InterruptedException {
        return run.measure(request.run(), context -> measure(request, context));
    }

    private int measure(RoomsRequest request, Run.Context context) throws InterruptedException {
        boolean all = true;
        Path folder = context.folder().path();
        try (RoomsCsv file = new RoomsCsv(folder, context.facts().otherRuns()::warnings);
                LocalAgents probe = probe(request, context.folder().details())) {
            for (RoomsRequest.GridCell cell : request.cells()) {
                context.out()
                        .println("%s%s in %s:"
                                .formatted(
                                        request.servers().size() == 1
                                                ? ""
                                                : cell.server().name() + ", ",
                                        Plural.of(cell.users(), "user"),
                                        Plural.of(cell.rooms(), "room")));
                all &= measure(cell, request, context, probe, file);
            }
            RoomsTable.lines(file.rows(), request.roomsSettings().p99(), folder).forEach(context.out()::println);
        }
        return ExitCode.of(true, all);
    }

    private static LocalAgents probe(RoomsRequest request, Path folder) throws InterruptedException {
        Scenario first = request.servers().get(0);
        return LocalAgents.start(
                request.run().folders().home(),
                new AgentSizing(
                        first.instances(),
                        Members.MAX_TIMED,
                        request.servers().stream().anyMatch(Scenario::isOverTls)),
                first.jdk(),
                folder.resolve("probe.log"));
    }

    private boolean measure(
            RoomsRequest.GridCell cell, RoomsRequest request, Run.Context context, LocalAgents probe, RoomsCsv file)
            throws InterruptedException {
        Scenario server = cell.server();
        String name = "%s-users%d-rooms%d".formatted(server.name(), cell.users(), cell.rooms());
        Path log = context.folder().details().resolve("server-%s.log".formatted(name));
        Instant start = Instant.now();
        ServerSession.Starter servers = context.forked(context.launcher().logging(any -> log))
                .of(server, sample -> context.folder().appendSample(server, sample), clock.nanoTime());
        try (RoomsCell measuring = new RoomsCell(
                cell,
                request.roomsSettings(),
                Load.of(context, server, request.run().ramp(), clock, Optional.empty()),
                probe.fleet(),
                servers)) {
            context.folder().writeServers(server, measuring.servers());
            try {
                measuring.run(point -> {
                    file.append(server, measuring.server(), point, request.roomsSettings());
                    context.out().println("  " + RoomsTable.progress(point));
                });
            } finally {
                if (!measuring.histograms().isEmpty()) {
                    context.folder().writeHistograms(name, start, Instant.now(), measuring.histograms());
                }
            }
            return true;
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            file.append(server, cell.users(), cell.rooms(), String.valueOf(e.getMessage()));
            context.out().println("  not measured: " + e.getMessage());
            return false;
        }
    }
}
