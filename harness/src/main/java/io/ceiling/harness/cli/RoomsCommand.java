package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.model.Chat;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.rooms.RoomsRequest;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ceiling rooms}: options into a grid of users and rooms; starts nothing itself. */
@Command(
        name = "rooms",
        description =
                "Chat rooms: response time against throughput, for users x rooms; finds where the host is half idle and"
                        + " a tenth idle.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class RoomsCommand implements Callable<Integer> {

    private static final List<Integer> USERS = List.of(1000, 5000, 10_000, 20_000);
    private static final List<Integer> ROOMS = List.of(100, 1000);
    private static final int MOST = 10_000_000;

    private final Surface surface;

    @Option(
            names = "--users",
            split = ",",
            paramLabel = "N",
            description = "members in all (default: 1000,5000,10000,20000, as far as descriptors allow)")
    private @Nullable List<String> users;

    @Option(names = "--rooms", split = ",", paramLabel = "N", description = "default: 100,1000")
    private @Nullable List<String> rooms;

    @Option(names = "--burst", paramLabel = "N", description = "messages of a burst (default: 10)")
    private @Nullable String burst;

    @Option(names = "--elements-bytes", paramLabel = "N", description = "what a message carries (default: 50)")
    private @Nullable String elementsBytes;

    @Option(names = "--time", paramLabel = "TIME", description = "how long each pause is measured (default: 9s)")
    private @Nullable String time;

    @Option(
            names = "--message-slo",
            paramLabel = "TIME",
            description = "99 %% of the messages arrive within that time (default: 1s)")
    private @Nullable String p99;

    @Option(names = "--points", paramLabel = "N", description = "pauses tried at most for each cell (default: 12)")
    private @Nullable String points;

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private RoomsCommand(Surface surface) {
        this.surface = surface;
    }

    static CommandLine commandLine(Surface surface) {
        CommandLine commandLine = new CommandLine(new RoomsCommand(surface));
        DimensionOptions.add(
                commandLine.getCommandSpec(),
                List.of(Dimension.TRANSPORT, Dimension.BROADCASTER, Dimension.CACHE, Dimension.ATMOSPHERE),
                "VALUE");
        DimensionOptions.add(commandLine.getCommandSpec(), SingleScenario.SETTINGS, "VALUE");
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null) {
            throw new IllegalStateException("not parsed yet");
        }
        Map<Dimension, String> given = SingleScenario.given(spec.commandLine().getParseResult());
        List<Integer> allUsers = users();
        int most = allUsers.stream().mapToInt(Integer::intValue).max().orElse(1);
        Scenario server = SingleScenario.ofMany(Workloads.BROADCAST, given, surface, "--users", most);
        RunRequest run = new RunRequest(
                RunRequest.Folders.of(
                        surface.home(), folder.results(surface.home()), folder.name("rooms-" + server.container())),
                List.of(server),
                Preset.QUICK.ramp(surface.limits().get().memoryFloorBytes()),
                arguments(given));
        Build.requireServersAndLoad(surface.home(), run.scenarios());
        return surface.runners().rooms().run(new RoomsRequest(run, server, allUsers, rooms(), chat()));
    }

    private List<Integer> users() {
        int most = surface.nofileHard() - SingleScenario.SPARE_DESCRIPTORS;
        return users == null
                ? USERS.stream()
                        .map(count -> count <= most ? count : most / 1000 * 1000)
                        .filter(count -> count > 0)
                        .distinct()
                        .toList()
                : users.stream()
                        .map(text -> RunOptions.number("--users", text, 2, MOST))
                        .toList();
    }

    private List<Integer> rooms() {
        return rooms == null
                ? ROOMS
                : rooms.stream()
                        .map(text -> RunOptions.number("--rooms", text, 1, MOST))
                        .toList();
    }

    private Chat chat() {
        return new Chat(
                burst == null ? Chat.USUAL.messages() : RunOptions.number("--burst", burst, 1, 100_000),
                elementsBytes == null
                        ? Chat.USUAL.elementsBytes()
                        : RunOptions.number("--elements-bytes", elementsBytes, Chat.LEAST_ELEMENTS_BYTES, 8192),
                time == null ? Chat.USUAL.time() : DurationOption.parse("--time", time, Duration.ofSeconds(3)),
                p99 == null ? Chat.USUAL.p99() : DurationOption.parse("--message-slo", p99, Duration.ofMillis(1)),
                points == null ? Chat.USUAL.mostPoints() : RunOptions.number("--points", points, 1, 100));
    }

    private List<String> arguments(Map<Dimension, String> given) {
        List<String> arguments = new ArrayList<>(List.of("rooms"));
        arguments.addAll(SingleScenario.arguments(given));
        RunOptions.add(arguments, "--users", users == null ? null : String.join(",", users));
        RunOptions.add(arguments, "--rooms", rooms == null ? null : String.join(",", rooms));
        RunOptions.add(arguments, "--burst", burst);
        RunOptions.add(arguments, "--elements-bytes", elementsBytes);
        RunOptions.add(arguments, "--time", time);
        RunOptions.add(arguments, "--message-slo", p99);
        RunOptions.add(arguments, "--points", points);
        arguments.addAll(folder.arguments());
        return arguments;
    }
}
