package io.ceiling.traffic;

import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code ceiling traffic}: many connections send requests to one server with idle times in between. Writes a line
 * and a row for every second, and a table at the end.
 */
final class TrafficRunner {

    private final Run run;
    private final RunClock clock = new RunClock();

    public TrafficRunner(Run run) {
        this.run = run;
    }

    /**
     * Blocks until the time is over. On return no forked process is left.
     *
     * @return the exit code: OK if all connections were held to the end, every load was measured and every expectation
     *     is kept
     */
    public int run(TrafficRequest request) throws InterruptedException {
        return run.measure(request.run(), context -> {
            Path folder = context.folder().path();
            context.out().println(request.server().name());
            try (TrafficCsv files = new TrafficCsv(folder, context.facts().otherRuns()::warnings);
                    @Nullable TrafficLoadsCsv loads = loads(request, context, folder);
                    @Nullable
                            LocalAgents probe = probe(request, context.folder().details())) {
                boolean measured = measure(request, context, probe, new Files(files, loads));
                List<CsvRow> stated = loads == null ? List.of() : loads.rows();
                TrafficTable.lines(files.rows(), stated, folder).forEach(context.out()::println);
                boolean kept = request.run().expectations().check(stated, folder, context.out());
                return ExitCode.of(kept, measured);
            }
        });
    }

    private static @Nullable TrafficLoadsCsv loads(TrafficRequest request, Run.Context context, Path folder) {
        return request.searchesRate()
                ? new TrafficLoadsCsv(folder, context.facts().otherRuns()::warnings)
                : null;
    }

    private static @Nullable LocalAgents probe(TrafficRequest request, Path folder) throws InterruptedException {
        Optional<TrafficSettings.Probe> probeSettings = request.traffic().probe();
        return probeSettings.isEmpty()
                ? null
                : LocalAgents.start(
                        request.run().folders().home(),
                        new AgentSizing(
                                1,
                                probeSettings.get().connections(),
                                request.server().isOverTls()),
                        request.server().jdk(),
                        folder.resolve("probe.log"));
    }

    private boolean measure(TrafficRequest request, Run.Context context, @Nullable LocalAgents probe, Files files)
            throws InterruptedException {
        Scenario server = request.server();
        Instant start = Instant.now();
        PerSecondLines seconds = new PerSecondLines(second -> {
            files.traffic().append(second);
            context.out().println(TrafficTable.progress(second));
        });
        ServerSession.Starter servers = context.forked(context.launcher())
                .of(
                        server,
                        sample -> {
                            context.folder().appendSample(server, sample);
                            seconds.addSample(sample);
                        },
                        clock.nanoTime());
        Optional<ProbeLoop> loop = Optional.ofNullable(probe)
                .map(agents -> new ProbeLoop(request.traffic().probe().orElseThrow(), agents.fleet(), clock));
        try (HeldTraffic traffic = new HeldTraffic(
                request.traffic(),
                Load.of(context, server, request.run().ramp(), clock, Optional.empty()),
                loop,
                seconds,
                servers)) {
            context.folder().writeServers(server, traffic.servers());
            TrafficResult result = traffic.run(() -> context.out()
                    .println("all connections are open; requests that do not count warm the server, for 30 s at most"));
            files.traffic().append(server, traffic.server(), result);
            context.folder().appendInstances(server, traffic.steps(), List.of());
            boolean loadsDone = loads(request, context, traffic, files.loads());
            context.folder().writeHistograms(server, start, traffic.histograms());
            return result.held().lossReason().isEmpty() && loadsDone;
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            files.traffic().append(server, request.traffic(), String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static boolean loads(
            TrafficRequest request, Run.Context context, HeldTraffic traffic, @Nullable TrafficLoadsCsv file) {
        if (file == null) {
            return true;
        }
        context.out().println("searching the highest rate that is answered");
        try {
            traffic.statedLoads(request.loads(), request.slo(), context.out()::println, load -> {
                file.append(request.server(), traffic.server(), load);
                context.out().println(TrafficTable.progress(load));
            });
            return true;
        } catch (ScenarioNotRunException | LinkException e) {
            context.out().println("not measured: " + e.getMessage());
            return false;
        }
    }

    // The files with a row for each second, for all traffic, and for each load.
    private record Files(TrafficCsv traffic, @Nullable TrafficLoadsCsv loads) {}
}
