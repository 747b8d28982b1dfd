package io.ceiling.capacity.size;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandContext.Measurement;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Excludes;
import io.ceiling.harness.cli.FolderOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.HeldWorkload;
import io.ceiling.harness.cli.Needs;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunFolderOptions;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Sizes;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command {@code ceiling size}: turns options into the number of connections to be held. It starts no process itself. */
@Command(
        name = "size",
        description = "Prints the settings that hold a number of connections, and tries them with --verify.",
        footer = {
            "  ceiling size --connections=50k --memory=4g                       settings",
            "  ceiling size --connections=20k --rate=2000 --service-time=20ms   with threads for a rate",
            "  ceiling size --connections=5k --from=latest                      from the steps of an earlier run",
            "  ceiling size --connections=5k --memory=512m --verify             and tries them in a cgroup"
        })
@Heading.Under(Heading.MEASURE)
public final class SizeCommand extends ParsedCommand {

    // Settings that this command computes, so that its user cannot give them.
    private static final List<Dimension> COMPUTED_SETTINGS =
            List.of(Dimension.MAX_CONNECTIONS, Dimension.DIRECT_MEMORY, Dimension.ACCEPT_COUNT, Dimension.NOFILE);

    private static final List<Dimension> SETTINGS = SingleScenario.SETTINGS.stream()
            .filter(dimension -> !COMPUTED_SETTINGS.contains(dimension))
            .filter(dimension -> dimension != Dimension.HEAP && dimension != Dimension.THREADS)
            .toList();

    private static final int DEFAULT_MEASURED = 5_000;

    // Threads of a container in addition to those that hold a connection.
    private static final int SPARE_THREADS = 50;

    // Heap of a server whose connections are measured: enough for the largest of them, and small enough for G1's
    // smallest regions.
    private static final String MEASURED_HEAP = "1g";

    // Buffers to measure if the connections do not fit with those of the container.
    private static final List<String> SMALLER_BUFFERS = List.of("4k", "1k");

    @Heading.FirstScreen
    @Option(
            names = "--connections",
            paramLabel = "N",
            required = true,
            converter = Connections.class,
            description = "connections to hold, such as 5000, 50k or 1m")
    private int connections;

    @Heading.FirstScreen
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = MemoryConverter.class,
            description = "memory of the container, such as 2g (default: as much as they take)")
    private @Nullable Long memory;

    @Heading.FirstScreen
    @Between(min = 1, max = 10_000_000)
    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "requests or messages in a second over all connections, for the number of threads")
    private @Nullable Integer rate;

    @Between(min = 1)
    @Needs("--rate")
    @Option(
            names = "--service-time",
            paramLabel = "TIME",
            description = "time that a request of your application keeps a thread, with --rate (default: as measured)")
    private @Nullable Duration serviceTime;

    @Heading.FirstScreen
    @Between(min = 100, max = 20_000)
    @Excludes(value = "--from", why = ": an earlier run has its measurements")
    @Option(
            names = "--cap",
            paramLabel = "N",
            description =
                    "most connections that are opened to measure costs (default: 5000, or --connections if that is less)")
    private @Nullable Integer measured;

    @Heading.FirstScreen
    @Option(
            names = "--from",
            paramLabel = "FOLDER",
            description = "takes the costs from the steps of an earlier run, such as latest, in place of measuring")
    private @Nullable String from;

    @Heading.FirstScreen
    @Option(
            names = "--verify",
            description =
                    "starts servers with these settings in smaller and smaller cgroups, until one holds the connections"
                            + " and 10 percent less does not; needs root")
    private boolean verify;

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    private SizeCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new SizeCommand(context));
        HeldWorkload.addOption(commandLine.getCommandSpec());
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SETTINGS);
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<Dimension, String> given = SingleScenario.given(parsed());
        String workload = HeldWorkload.of(given);
        requireDescriptors();
        Optional<Path> earlier = earlier();
        SizingGoal goal = sizingGoal(workload);
        List<Scenario> scenarios = scenarios(workload, given);
        RunRequest run = run(scenarios);
        SizeRequest request = new SizeRequest(run, goal, scenarios, earlier, verify);
        Measurement measurement = frame -> new SizeRunner(frame).run(request);
        return from == null || verify
                ? start(run, request, measurement)
                : context.starter().start(run, request, measurement);
    }

    // Requires, for --verify, that a server on this host can have the connections.
    private void requireDescriptors() {
        int most = context.nofileHard() - SingleScenario.SPARE_DESCRIPTORS;
        if (verify && connections > most) {
            throw CommandException.couldNotRun(
                    "--verify needs an open file for each of %d connections, and a server here has at most %d for them. Hint: ulimit -Hn, or without --verify"
                            .formatted(connections, most),
                    null);
        }
    }

    private SizingGoal sizingGoal(String workload) {
        boolean repeatsRequests =
                workload.equals(Workloads.KEEP_ALIVE.label()) || workload.equals(Workloads.WEBSOCKET.label());
        if (rate != null && serviceTime == null && !repeatsRequests) {
            throw CommandException.badArguments(
                    "--rate of %s must come with --service-time: its connections send one request each"
                            .formatted(workload));
        }
        return new SizingGoal(
                connections,
                memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
                rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate),
                serviceTime == null ? OptionalLong.empty() : OptionalLong.of(serviceTime.toNanos()));
    }

    // Returns the scenarios to measure: that of the user and, if it gives no buffers, the same with smaller ones.
    private List<Scenario> scenarios(String workload, Map<Dimension, String> given) {
        List<Scenario> scenarios = new ArrayList<>(List.of(scenario(workload, given)));
        if (from == null && memory != null && !given.containsKey(Dimension.BUFFER)) {
            for (String buffer : SMALLER_BUFFERS) {
                scenarios.add(scenario(workload, SingleScenario.with(given, Dimension.BUFFER, buffer)));
            }
        }
        return scenarios;
    }

    // Returns the folder of the earlier run; empty to measure.
    private Optional<Path> earlier() {
        return Optional.ofNullable(from)
                .map(name -> RunFolderOptions.find("--from", folder.results(context.home()), name));
    }

    private Scenario scenario(String workload, Map<Dimension, String> given) {
        int maxConnections =
                measured == null ? Math.min(DEFAULT_MEASURED, connections) : Math.min(measured, connections);
        Map<Dimension, String> values = new EnumMap<>(Dimension.class);
        values.put(Dimension.HEAP, MEASURED_HEAP);
        values.put(Dimension.THREADS, Integer.toString(Sizer.MIN_THREADS));
        values.putAll(given);
        Scenario scenario =
                SingleScenario.forConnections(Workloads.of(workload), values, context, "--cap", maxConnections);
        if (!scenario.holdsThread()) {
            return scenario;
        }
        values.put(Dimension.THREADS, Integer.toString(maxConnections + SPARE_THREADS));
        return SingleScenario.forConnections(Workloads.of(workload), values, context, "--cap", maxConnections);
    }

    private RunRequest run(List<Scenario> scenarios) {
        List<Scenario> all = new ArrayList<>(scenarios);
        if (verify) {
            // The number of load agents follows from the connections of this scenario.
            Scenario first = scenarios.get(0);
            ServerSettings server = first.server();
            int trialConnections = Math.min(connections, context.nofileHard());
            all.add(new Scenario(server, first.work(), trialConnections));
        }
        return request(
                folder,
                "size-%s-%s"
                        .formatted(
                                scenarios.get(0).workload().label(),
                                scenarios.get(0).container()),
                all);
    }

    /** A number of connections such as {@code 5000}, {@code 50k} or {@code 1m}. Units are powers of 1000. */
    static final class Connections implements ITypeConverter<Integer> {

        private static final Pattern COUNT = Pattern.compile("(\\d{1,9})([km]?)");
        private static final int MIN = 100;
        private static final long MAX = 10_000_000;

        @Override
        public Integer convert(String text) {
            Matcher matcher = COUNT.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (matcher.matches()) {
                long unit =
                        switch (matcher.group(2)) {
                            case "k" -> 1_000;
                            case "m" -> 1_000_000;
                            default -> 1;
                        };
                long count = Long.parseLong(matcher.group(1)) * unit;
                if (count >= MIN && count <= MAX) {
                    return (int) count;
                }
            }
            throw new TypeConversionException(
                    "must be a number from %d to %d such as 5000, 50k or 1m, was '%s'".formatted(MIN, MAX, text));
        }
    }

    /** An amount of memory such as {@code 2g}. */
    static final class MemoryConverter implements ITypeConverter<Long> {

        private static final long MIN = 32L << 20;
        private static final long MAX = 1L << 42;

        @Override
        public Long convert(String text) {
            OptionalLong bytes = Sizes.bytes(text.strip());
            if (bytes.isPresent() && bytes.getAsLong() >= MIN && bytes.getAsLong() <= MAX) {
                return bytes.getAsLong();
            }
            throw new TypeConversionException(
                    "must be a size from 32m to 4t such as 512m or 2g, was '%s'".formatted(text));
        }
    }
}
