package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.TrafficSettings;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.traffic.TrafficRequest;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ceiling traffic}: options into connections that ask again and again; starts nothing itself. */
@Command(
        name = "traffic",
        description =
                "Very many connections that ask now and then: a line each second, and a probe while all are held.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class TrafficCommand implements Callable<Integer> {

    private static final int MOST = 10_000_000;
    private static final int USUAL_CONNECTIONS = 20_000;
    private static final int USUAL_SEED = 42;
    private static final Duration USUAL_TIME = Duration.ofSeconds(60);

    private static final Map<String, DurationRange> USUAL_IDLE = Map.of(
            Workloads.KEEP_ALIVE.label(), new DurationRange(Duration.ofSeconds(5), Duration.ofSeconds(45)),
            Workloads.WEBSOCKET.label(), new DurationRange(Duration.ofSeconds(20), Duration.ofSeconds(30)));

    private static final TrafficSettings.Probe USUAL_PROBE = new TrafficSettings.Probe(100_000, 10);

    private final Surface surface;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "connections that are held (default: 20000, or as far as descriptors allow)")
    private @Nullable String connections;

    @Option(
            names = "--idle",
            paramLabel = "TIME..TIME",
            description =
                    "how long a connection is idle after an answer, drawn evenly (default: 5s..45s; websocket: 20s..30s)")
    private @Nullable String idle;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            description = "how long, once all connections are open (default: 60s)")
    private @Nullable String time;

    @Option(names = "--seed", paramLabel = "N", description = "of the idle times and of what is asked (default: 42)")
    private @Nullable String seed;

    @Option(
            names = "--probe",
            description = "half-way through the time, a closed loop over a few connections of its own")
    private boolean probe;

    @Option(names = "--probe-requests", paramLabel = "N", description = "of the closed loop (default: 100000)")
    private @Nullable String probeRequests;

    @Option(names = "--probe-connections", paramLabel = "N", description = "of the closed loop (default: 10)")
    private @Nullable String probeConnections;

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private TrafficCommand(Surface surface) {
        this.surface = surface;
    }

    static CommandLine commandLine(Surface surface) {
        CommandLine commandLine = new CommandLine(new TrafficCommand(surface));
        DimensionOptions.add(commandLine.getCommandSpec(), List.of(Dimension.WORKLOAD), "keep-alive|websocket");
        DimensionOptions.add(commandLine.getCommandSpec(), SingleScenario.SETTINGS, "VALUE");
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null) {
            throw new IllegalStateException("not parsed yet");
        }
        Map<Dimension, String> given = SingleScenario.given(spec.commandLine().getParseResult());
        String workload = given.getOrDefault(Dimension.WORKLOAD, Workloads.KEEP_ALIVE.label());
        TrafficSettings traffic = traffic(workload);
        Scenario server =
                SingleScenario.ofMany(Workloads.of(workload), given, surface, "--connections", traffic.connections());
        RunRequest run = new RunRequest(
                RunRequest.Folders.of(
                        surface.home(),
                        folder.results(surface.home()),
                        folder.name("traffic-%s-%s".formatted(workload, server.container()))),
                List.of(server),
                Preset.QUICK.ramp(surface.limits().get().memoryFloorBytes()),
                arguments(given));
        Build.requireServersAndLoad(surface.home(), run.scenarios());
        return surface.runners().traffic().run(new TrafficRequest(run, server, traffic));
    }

    private TrafficSettings traffic(String workload) {
        DurationRange usualIdle = USUAL_IDLE.get(workload);
        if (usualIdle == null) {
            throw CommandException.badArguments(
                    "--workload must be keep-alive or websocket, was '%s'".formatted(workload));
        }
        DurationRange range = idle == null ? usualIdle : DurationRange.parse("--idle", idle);
        return new TrafficSettings(
                connections == null ? usualConnections() : RunOptions.number("--connections", connections, 1, MOST),
                range.least(),
                range.most(),
                time == null ? USUAL_TIME : DurationOption.parse("--time", time, Duration.ofSeconds(1)),
                seed == null ? USUAL_SEED : RunOptions.number("--seed", seed, 0, Integer.MAX_VALUE),
                probe());
    }

    private int usualConnections() {
        int most = surface.nofileHard() - SingleScenario.SPARE_DESCRIPTORS;
        return most >= USUAL_CONNECTIONS ? USUAL_CONNECTIONS : Math.max(1, most < 1000 ? most : most / 1000 * 1000);
    }

    private Optional<TrafficSettings.Probe> probe() {
        if (!probe && (probeRequests != null || probeConnections != null)) {
            throw CommandException.badArguments("--probe-requests and --probe-connections must come with --probe");
        }
        return probe
                ? Optional.of(new TrafficSettings.Probe(
                        probeRequests == null
                                ? USUAL_PROBE.requests()
                                : RunOptions.number("--probe-requests", probeRequests, 1, 1_000_000_000),
                        probeConnections == null
                                ? USUAL_PROBE.connections()
                                : RunOptions.number("--probe-connections", probeConnections, 1, 100)))
                : Optional.empty();
    }

    private List<String> arguments(Map<Dimension, String> given) {
        List<String> arguments = new ArrayList<>(List.of("traffic"));
        arguments.addAll(SingleScenario.arguments(given));
        RunOptions.add(arguments, "--connections", connections);
        RunOptions.add(arguments, "--idle", idle);
        RunOptions.add(arguments, "--time", time);
        RunOptions.add(arguments, "--seed", seed);
        if (probe) {
            arguments.add("--probe");
        }
        RunOptions.add(arguments, "--probe-requests", probeRequests);
        RunOptions.add(arguments, "--probe-connections", probeConnections);
        arguments.addAll(folder.arguments());
        return arguments;
    }
}
