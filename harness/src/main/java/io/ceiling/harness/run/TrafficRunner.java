package io.ceiling.harness.run;

import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.TrafficResult;
import io.ceiling.harness.probe.EnvironmentProbe;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.TrafficFiles;
import io.ceiling.harness.report.TrafficTable;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Has many connections ask one server at their leisure; a line and a row for every second, a table at the end. */
public final class TrafficRunner {

    /** All connections were held. */
    public static final int EXIT_RAN = 0;

    /** Not all of them could be opened, or held to the end. */
    public static final int EXIT_COULD_NOT_RUN = 3;

    private final HostFacts facts;
    private final Environment environment;
    private final PrintStream out;
    private final Waiting waiting = new Waiting();

    private TrafficRunner(HostFacts facts, Environment environment, PrintStream out) {
        this.facts = facts;
        this.environment = environment;
        this.out = out;
    }

    /** Reads this host and this project once; {@code jdks} are the ones that were found. */
    public static TrafficRunner onThisHost(TrafficRequest request, List<Jdk> jdks, PrintStream out) {
        Environment environment = new EnvironmentProbe(Clock.systemUTC())
                .read(request.run().folders().home(), jdks, request.run().commandLine());
        return new TrafficRunner(HostFacts.ofThisHost(), environment, out);
    }

    /**
     * Blocks until the time is over; on return no process is left running.
     *
     * @return the exit code
     */
    public int run(TrafficRequest request) throws InterruptedException {
        RunRequest run = request.run();
        boolean held;
        try (Reporting reporting = new Reporting(out);
                RunFolder folder = reporting.of(
                        RunFolder.create(run.folders().results(), run.folders().name(), Clock.systemUTC()));
                TrafficFiles files = TrafficFiles.open(folder.path())) {
            folder.writeEnvironment(environment, run.ramp());
            out.println(request.server().name());
            try (Agents loaders = new Agents(run, facts.limits(), folder.path());
                    @Nullable LocalAgents probe = probe(request, folder.path())) {
                held = measure(request, loaders, probe, folder, files);
            }
            TrafficTable.lines(files.totals(), folder.path()).forEach(out::println);
        }
        return held ? EXIT_RAN : EXIT_COULD_NOT_RUN;
    }

    private static @Nullable LocalAgents probe(TrafficRequest request, Path folder) throws InterruptedException {
        if (request.traffic().probe().isEmpty()) {
            return null;
        }
        return LocalAgents.start(
                request.run().folders().home(), 1, request.server().jdk(), folder.resolve("probe.log"));
    }

    private boolean measure(
            TrafficRequest request, Agents loaders, @Nullable LocalAgents probe, RunFolder folder, TrafficFiles files)
            throws InterruptedException {
        Scenario server = request.server();
        Instant start = Instant.now();
        Seconds seconds = new Seconds(second -> {
            files.append(second);
            out.println(TrafficTable.progress(second));
        });
        ServerSession.Starter servers = new ForkedServers(
                server,
                new ServerLauncher(new ServerFiles(request.run().folders().home()), folder::serverLog),
                facts.now(),
                sample -> {
                    folder.appendSample(server, sample);
                    seconds.sampled(sample);
                },
                waiting,
                waiting.nanoTime());
        Optional<ProbeLoop> loop = Optional.ofNullable(probe)
                .map(agents -> new ProbeLoop(request.traffic().probe().orElseThrow(), agents.fleet(), waiting));
        try (HeldTraffic traffic =
                new HeldTraffic(request, loaders.fleet(), loop, seconds, servers, waiting, facts.cpuCount())) {
            TrafficResult result = traffic.run();
            files.append(server, traffic.server(), result);
            folder.writeHistograms(server.name(), start, Instant.now(), traffic.histograms());
            return result.held().notHeld().isEmpty();
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            files.append(server, request.traffic(), String.valueOf(e.getMessage()));
            return false;
        }
    }
}
