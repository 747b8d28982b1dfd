package io.ceiling.traffic;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Converters;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.ExpectOptions;
import io.ceiling.harness.cli.FolderOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.Needs;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.expect.Expectations;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ceiling traffic}: turns options into connections that send requests with idle times in between. It
 * starts no process itself.
 */
@Command(
        name = "traffic",
        description = "Holds many connections that rarely send requests; prints a line each second.",
        footer = {
            "  ceiling traffic                                                             many connections, few requests",
            "  ceiling traffic --workload=websocket --connections=5000 --time=30s          WebSockets",
            "  ceiling traffic --connections=1000 --loads=10,50,80                         times at shares of the highest rate",
            "  ceiling traffic --connections=1000 --loads=50 --expect='load50.p99<=20ms'   exit code 1 if it is slower"
        })
@Heading.Under(Heading.MEASURE)
public final class TrafficCommand extends ParsedCommand {

    private static final int DEFAULT_CONNECTIONS = 20_000;
    private static final Duration DEFAULT_TIME = Duration.ofSeconds(60);

    // Beginning of the name of a load in an expectation.
    private static final String LOAD = "load";

    private static final Map<String, Converters.TimeRange> DEFAULT_IDLE = Map.of(
            Workloads.KEEP_ALIVE.label(), new Converters.TimeRange(Duration.ofSeconds(5), Duration.ofSeconds(45)),
            Workloads.WEBSOCKET.label(), new Converters.TimeRange(Duration.ofSeconds(20), Duration.ofSeconds(30)));

    @Heading.FirstScreen
    @Between(min = 1, max = Converters.MAX_CONNECTIONS)
    @Option(
            names = "--connections",
            paramLabel = "N",
            description =
                    "connections to hold (default: 20000 for each server, or as many as the limit of open files allows)")
    private @Nullable Integer connections;

    @Heading.FirstScreen
    @Option(
            names = "--idle",
            paramLabel = "TIME..TIME",
            converter = Converters.TimeRange.Converter.class,
            description =
                    "idle time of a connection after an answer, drawn evenly (default: 5s..45s; websocket: 20s..30s)")
    private Converters.@Nullable TimeRange idle;

    @Heading.FirstScreen
    @Between(min = 1_000)
    @Option(
            names = "--time",
            paramLabel = "TIME",
            description = "duration of the traffic, once all connections are open (default: 60s)")
    private @Nullable Duration time;

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            converter = Presets.class,
            description =
                    "records: runs the loads of docs/scale.md in turn, or those of --workload and --container alone;"
                            + " other options replace their settings")
    private @Nullable String preset;

    @Between(min = 0)
    @Option(names = "--seed", paramLabel = "N", description = "seed of idle times and body lengths (default: 42)")
    private int seed = 42;

    @Option(
            names = "--probe",
            description = "half-way through, also runs a closed loop of requests over further connections")
    private boolean probe;

    @Between(min = 1, max = 1_000_000_000)
    @Needs("--probe")
    @Option(names = "--probe-requests", paramLabel = "N", description = "requests of the closed loop (default: 100000)")
    private int probeRequests = 100_000;

    @Between(min = 1, max = 100)
    @Needs("--probe")
    @Option(
            names = "--probe-connections",
            paramLabel = "N",
            description = "connections of the closed loop (default: 10)")
    private int probeConnections = 10;

    @Heading.FirstScreen
    @Between(min = 1, max = 100)
    @Option(
            names = "--loads",
            paramLabel = "PERCENT,...",
            split = ",",
            hideParamSyntax = true,
            description = "afterwards searches the highest rate that is answered, and measures response times at these"
                    + " shares of it, each for --time: 10,50,80")
    private List<Integer> loads = new ArrayList<>();

    @Heading.FirstScreen
    @Between(min = 1)
    @Option(
            names = "--slo",
            paramLabel = "TIME",
            description =
                    "afterwards searches the highest rate of which 99 %% is answered within this time of the intended"
                            + " start, in tries of 10s, or of --time if that is less; --loads are shares of it")
    private @Nullable Duration slo;

    @Mixin
    private final ExpectOptions expect = new ExpectOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    private TrafficCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new TrafficCommand(context));
        DimensionOptions.addOfOneValue(
                commandLine.getCommandSpec(),
                Dimension.WORKLOAD,
                List.of(Workloads.KEEP_ALIVE.label(), Workloads.WEBSOCKET.label()));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SingleScenario.SETTINGS);
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), List.of(Dimension.INSTANCES));
        RunOption.add(commandLine.getCommandSpec(), "traffic");
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<Dimension, String> givenSettings = SingleScenario.given(parsed());
        if (preset != null) {
            return measureRecords(givenSettings);
        }
        String workload = givenSettings.getOrDefault(Dimension.WORKLOAD, Workloads.KEEP_ALIVE.label());
        int instances = Integer.parseInt(givenSettings.getOrDefault(Dimension.INSTANCES, "1"));
        return measureTraffic(
                givenSettings,
                traffic(
                        instances * defaultConnections(),
                        Objects.requireNonNull(DEFAULT_IDLE.get(workload)),
                        DEFAULT_TIME),
                Optional.ofNullable(slo),
                "traffic-%s-%s");
    }

    // Measures the records one after the other; one that is refused is no reason to leave out the next.
    private int measureRecords(Map<Dimension, String> givenSettings) throws InterruptedException {
        List<RecordLoad> records = RecordLoad.of(givenSettings);
        if (records.isEmpty()) {
            throw CommandException.badArguments("--preset=records has no record with workload %s and container %s"
                    .formatted(
                            givenSettings.getOrDefault(Dimension.WORKLOAD, "of any kind"),
                            givenSettings.getOrDefault(Dimension.CONTAINER, "of any kind")));
        }
        int exitCode = ExitCode.OK;
        for (RecordLoad one : records) {
            TrafficSettings traffic = traffic(one.connections(), one.idle(), one.time());
            try {
                exitCode = Math.max(
                        exitCode,
                        measureTraffic(
                                one.with(givenSettings),
                                traffic,
                                Optional.ofNullable(slo).or(one::slo),
                                "record-%s-%s-" + traffic.connections()));
            } catch (CommandException e) {
                context.err().println("ceiling: not run: " + e.getMessage());
                exitCode = Math.max(exitCode, e.exitCode());
            }
        }
        return exitCode;
    }

    private int measureTraffic(
            Map<Dimension, String> values, TrafficSettings traffic, Optional<Duration> within, String name)
            throws InterruptedException {
        String workload = values.getOrDefault(Dimension.WORKLOAD, Workloads.KEEP_ALIVE.label());
        Scenario server = SingleScenario.forConnections(
                Workloads.of(workload), values, context, "--connections", traffic.connections());
        if (!loads.isEmpty() || within.isPresent()) {
            // With C1 alone a warm server takes more processor time for a request, and answers a lower rate.
            server = server.with(server.server().toBuilder().oneCompiler(false).build());
        }
        RunRequest run =
                withExtensionOptions(request(folder, name.formatted(workload, server.container()), List.of(server))
                        .expecting(expectations()));
        TrafficRequest request = new TrafficRequest(
                run, server, traffic, loads.stream().distinct().sorted().toList(), within);
        return start(run, request, frame -> new TrafficRunner(frame).run(request));
    }

    // Returns the traffic of the given options, with these values in place of those that were not given.
    private TrafficSettings traffic(int connectionsElse, Converters.TimeRange idleElse, Duration timeElse) {
        Converters.TimeRange range = idle == null ? idleElse : idle;
        return new TrafficSettings(
                connections == null ? connectionsElse : connections,
                range.min(),
                range.max(),
                time == null ? timeElse : time,
                seed,
                probe());
    }

    private int defaultConnections() {
        int most = context.nofileHard() - SingleScenario.SPARE_DESCRIPTORS;
        return most >= DEFAULT_CONNECTIONS ? DEFAULT_CONNECTIONS : Math.max(1, most < 1000 ? most : most / 1000 * 1000);
    }

    private Expectations expectations() {
        Expectations expectations = expect.expectations();
        expectations.all().stream()
                .filter(expectation -> !expectation.isAboutTimes())
                .findFirst()
                .ifPresent(expectation -> {
                    throw CommandException.badArguments(
                            "--expect of traffic must be about p99, such as load50.p99<=20ms, was '%s'"
                                    .formatted(expectation.text()));
                });
        List<String> names = loads.stream().map(percent -> LOAD + percent).toList();
        expectations.all().stream()
                .filter(expectation ->
                        expectation.filter().stream().anyMatch(name -> name.startsWith(LOAD) && !names.contains(name)))
                .findFirst()
                .ifPresent(expectation -> {
                    throw CommandException.badArguments("--expect '%s' is about none of the loads %s"
                            .formatted(expectation.text(), String.join(", ", names)));
                });
        return expectations;
    }

    private Optional<TrafficSettings.Probe> probe() {
        return probe ? Optional.of(new TrafficSettings.Probe(probeRequests, probeConnections)) : Optional.empty();
    }

    static final class Presets extends Converters.OneOf<String> {
        Presets() {
            super(List.of("records"), preset -> preset);
        }
    }
}
