package io.ceiling.rooms;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.FolderOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.ScenarioFactory;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ceiling rooms}: turns options into a grid of connections and rooms. It starts no process itself.
 */
@Command(
        name = "rooms",
        description =
                "Measures round trips in chat rooms, for users x rooms, at loads that leave the host 50 %% and 10 %% idle.",
        footer = {
            "  ceiling rooms                                                                     the grid of 2008",
            "  ceiling rooms --users=1000,5000 --rooms=100                                       two cells of it",
            "  ceiling rooms --container=tomcat,jetty,netty --transport=websocket --users=2000   three servers"
        })
@Heading.Under(Heading.MEASURE)
public final class RoomsCommand extends ParsedCommand {

    private static final List<Integer> USERS = List.of(1000, 5000, 10_000, 20_000);
    private static final int MAX_MEMBERS = 10_000_000;

    @Heading.FirstScreen
    @Between(min = 2, max = MAX_MEMBERS)
    @Option(
            names = "--users",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "N,...",
            description =
                    "total numbers of members (default: 1000,5000,10000,20000, as far as the limit of open files allows)")
    private @Nullable List<Integer> users;

    @Heading.FirstScreen
    @Between(min = 1, max = MAX_MEMBERS)
    @Option(
            names = "--rooms",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "N,...",
            description = "numbers of rooms (default: 100,1000)")
    private List<Integer> rooms = List.of(100, 1000);

    @Heading.FirstScreen
    @Between(min = 3_000)
    @Option(
            names = "--time",
            paramLabel = "TIME",
            description = "measured time of each pause between bursts (default: 9s)")
    private Duration time = RoomsSettings.DEFAULT.time();

    @Between(min = 1, max = 100)
    @Option(
            names = "--points",
            paramLabel = "N",
            description = "maximum number of pauses for each pair of users and rooms (default: 12)")
    private int points = RoomsSettings.DEFAULT.maxPoints();

    @Heading.Under(Heading.MESSAGES)
    @Heading.FirstScreen
    @Between(min = 1)
    @Option(
            names = "--message-slo",
            paramLabel = "TIME",
            description = "time within which 99 %% of the messages must arrive (default: 1s)")
    private Duration p99 = RoomsSettings.DEFAULT.p99();

    @Heading.Under(Heading.MESSAGES)
    @Between(min = 1, max = 100_000)
    @Option(names = "--burst", paramLabel = "N", description = "messages in a burst (default: 10)")
    private int burst = RoomsSettings.DEFAULT.messages();

    @Heading.Under(Heading.MESSAGES)
    @Between(min = RoomsSettings.MIN_ELEMENTS_BYTES, max = 8192)
    @Option(names = "--elements-bytes", paramLabel = "N", description = "content of a message in bytes (default: 50)")
    private int elementsBytes = RoomsSettings.DEFAULT.elementsBytes();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    private RoomsCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new RoomsCommand(context));
        DimensionOptions.add(commandLine.getCommandSpec(), List.of(Dimension.CONTAINER, Dimension.TRANSPORT));
        DimensionOptions.addOfOneValue(
                commandLine.getCommandSpec(), List.of(Dimension.FORKS, Dimension.BROADCASTER, Dimension.CACHE));
        DimensionOptions.addOfOneValue(
                commandLine.getCommandSpec(),
                SingleScenario.SETTINGS.stream()
                        .filter(setting -> setting != Dimension.CONTAINER)
                        .toList());
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), List.of(Dimension.INSTANCES));
        RunOption.add(commandLine.getCommandSpec(), "rooms");
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<Dimension, List<String>> givenSettings =
                DimensionOptions.parseSingleValues(parsed(), Dimension.CONTAINER, Dimension.TRANSPORT);
        List<Integer> allUsers = users();
        int most = allUsers.stream().mapToInt(Integer::intValue).max().orElse(1);
        requireARoomForEach(givenSettings);
        List<Scenario> servers = servers(givenSettings, most);
        servers.forEach(RoomsCommand::requireMembersThatPublish);
        RunRequest run = withExtensionOptions(request(folder, "rooms-" + Scenarios.container(servers), servers));
        RoomsSettings roomsSettings = new RoomsSettings(burst, elementsBytes, time, p99, points);
        RoomsRequest request = new RoomsRequest(run, allUsers, rooms, roomsSettings);
        return start(run, request, frame -> new RoomsRunner(frame).run(request));
    }

    private List<Scenario> servers(Map<Dimension, List<String>> givenSettings, int most) {
        List<Scenario> first = new ArrayList<>();
        for (String container :
                givenSettings.getOrDefault(Dimension.CONTAINER, List.of(ScenarioFactory.DEFAULT_CONTAINER))) {
            for (Optional<String> transport : transports(container, givenSettings)) {
                Map<Dimension, String> values = new EnumMap<>(Dimension.class);
                givenSettings.forEach((dimension, all) -> values.put(dimension, all.get(0)));
                values.remove(Dimension.FORKS);
                values.remove(Dimension.TRANSPORT);
                values.put(Dimension.CONTAINER, container);
                transport.ifPresent(value -> values.put(Dimension.TRANSPORT, value));
                first.add(SingleScenario.forConnections(Workloads.BROADCAST, values, context, "--users", most));
            }
        }
        return IntStream.rangeClosed(1, Integer.parseInt(singleValue(givenSettings, Dimension.FORKS)))
                .boxed()
                .flatMap(fork -> first.stream().map(server -> server.withFork(fork)))
                .toList();
    }

    // Returns the given transports, or an empty one for the default; for a reference only its own, if it is among them.
    private static List<Optional<String>> transports(String container, Map<Dimension, List<String>> givenSettings) {
        List<String> requestedTransports = givenSettings.getOrDefault(Dimension.TRANSPORT, List.of());
        if (requestedTransports.isEmpty()) {
            return List.of(Optional.empty());
        }
        ContainerKind kind = Containers.of(container);
        boolean leavesOut = kind.isReference() && requestedTransports.contains(kind.transport());
        return requestedTransports.stream()
                .filter(transport -> !leavesOut || transport.equals(kind.transport()))
                .map(Optional::of)
                .toList();
    }

    private static String singleValue(Map<Dimension, List<String>> givenSettings, Dimension dimension) {
        return givenSettings.getOrDefault(dimension, List.of("1")).get(0);
    }

    private static void requireMembersThatPublish(Scenario server) {
        if (!Containers.of(server.container()).channelProtocol().membersPublish()) {
            throw CommandException.badArguments(
                    "rooms need a container whose members publish, only the server does with %s. Hint: ./ceiling run --container %<s --workload broadcast"
                            .formatted(server.container()));
        }
    }

    // Every server has rooms of its own, and as many as the others.
    private void requireARoomForEach(Map<Dimension, List<String>> givenSettings) {
        int instances = Integer.parseInt(singleValue(givenSettings, Dimension.INSTANCES));
        rooms.stream().filter(count -> count % instances != 0).findFirst().ifPresent(count -> {
            throw CommandException.badArguments(
                    "--rooms must be multiples of --instances=%d, since each server has as many rooms as the others, was %d"
                            .formatted(instances, count));
        });
    }

    private List<Integer> users() {
        int most = context.nofileHard() - SingleScenario.SPARE_DESCRIPTORS;
        return users == null
                ? USERS.stream()
                        .map(count -> count <= most ? count : most / 1000 * 1000)
                        .filter(count -> count > 0)
                        .distinct()
                        .toList()
                : users;
    }
}
