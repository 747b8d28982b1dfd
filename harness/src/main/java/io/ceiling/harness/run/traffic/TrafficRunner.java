package io.ceiling.harness.run.traffic;

import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.TrafficResult;
import io.ceiling.harness.report.console.TrafficTable;
import io.ceiling.harness.report.csv.TrafficCsv;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.session.ForkedServers;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.run.session.ServerLauncher;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code ceiling traffic}: many connections send requests to one server with idle times in between. Writes a line
 * and a row for every second, and a table at the end.
 */
public final class TrafficRunner {

    private final Run run;
    private final Waiting waiting = new Waiting();

    public TrafficRunner(Run run) {
        this.run = run;
    }

    /**
     * Blocks until the time is over. On return no forked process is left.
     *
     * @return the exit code: OK if all connections were held to the end
     */
    public int run(TrafficRequest request) throws InterruptedException {
        return run.measure(request.run(), context -> {
            Path folder = context.folder().path();
            context.out().println(request.server().name());
            try (TrafficCsv files = TrafficCsv.open(folder, context.facts().others()::warnings);
                    @Nullable LocalAgents probe = probe(request, folder)) {
                boolean held = measure(request, context, probe, files);
                TrafficTable.lines(files.totals(), folder).forEach(context.out()::println);
                return ExitCode.of(true, held);
            }
        });
    }

    private static @Nullable LocalAgents probe(TrafficRequest request, Path folder) throws InterruptedException {
        if (request.traffic().probe().isEmpty()) {
            return null;
        }
        return LocalAgents.start(
                request.run().folders().home(), 1, request.server().jdk(), folder.resolve("probe.log"));
    }

    private boolean measure(TrafficRequest request, Run.Context context, @Nullable LocalAgents probe, TrafficCsv files)
            throws InterruptedException {
        Scenario server = request.server();
        Instant start = Instant.now();
        PerSecondLines seconds = new PerSecondLines(second -> {
            files.append(second);
            context.out().println(TrafficTable.progress(second));
        });
        ServerSession.Starter servers = new ForkedServers(
                server,
                new ServerLauncher(new ServerFiles(request.run().folders().home()), context.folder()::serverLog),
                context.facts().now(),
                sample -> {
                    context.folder().appendSample(server, sample);
                    seconds.sampled(sample);
                },
                waiting,
                waiting.nanoTime());
        Optional<ProbeLoop> loop = Optional.ofNullable(probe)
                .map(agents -> new ProbeLoop(request.traffic().probe().orElseThrow(), agents.fleet(), waiting));
        try (HeldTraffic traffic =
                new HeldTraffic(request, context.agents().fleet(), loop, seconds, servers, waiting)) {
            TrafficResult result = traffic.run();
            files.append(server, traffic.server(), result);
            context.folder().writeHistograms(server, start, traffic.histograms());
            return result.held().notHeld().isEmpty();
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            files.append(server, request.traffic(), String.valueOf(e.getMessage()));
            return false;
        }
    }
}
