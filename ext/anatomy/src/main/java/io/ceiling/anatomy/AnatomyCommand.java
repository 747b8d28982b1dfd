package io.ceiling.anatomy;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.BuildCheck;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Excludes;
import io.ceiling.harness.cli.FolderOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.HeldWorkload;
import io.ceiling.harness.cli.Needs;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.command.probe.RunningServerOptions;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ceiling anatomy}: makes a request from the options, for a server that it starts or for one that
 * runs already. It starts no process itself.
 */
@Command(
        name = "anatomy",
        description = "Shows the memory of one connection by class and field, and what each setting saves.",
        footer = {
            "  ceiling anatomy                                                             an idle connection of Tomcat",
            "  ceiling anatomy --container=jetty --workload=websocket --change=buffer=1k   and what a buffer saves",
            "  ceiling anatomy --workload=hold-blocking --change=thread-kind=virtual       and what a virtual thread saves",
            "  ceiling anatomy http://127.0.0.1:8080/shop --get=/products --cap=200        a server that runs"
        })
@Heading.Under(Heading.MEASURE)
public final class AnatomyCommand extends ParsedCommand {

    private static final int DEFAULT_CONNECTIONS = Levels.MAX_DUMPED;

    // Additional threads of a container, which hold no connection.
    private static final int SPARE_THREADS = 50;

    private static final String NO_CHANGE = "none";

    @Heading.FirstScreen
    @Between(min = Levels.MIN_CONNECTIONS, max = 1_000_000)
    @Option(
            names = "--cap",
            paramLabel = "N",
            description = "most connections that are opened; read at 40 to 100 percent of them (default: 500)")
    private int connections = DEFAULT_CONNECTIONS;

    @Heading.FirstScreen
    @Excludes(value = Needs.URL, why = ": settings of a server that runs stay as they are")
    @Option(
            names = "--change",
            paramLabel = "KEY=VALUE,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "settings to change one at a time, to see what each saves: buffer=1k,thread-kind=virtual, or none"
                            + " (default: those that may matter)")
    private List<String> changes = new ArrayList<>();

    @Heading.Under(Heading.RESULTS)
    @Option(
            names = "--keep-dump",
            description = "keeps the heap dumps in the run's folder; they have all that the server has in memory")
    private boolean keepDump;

    @Mixin
    private final RunningServerOptions running = new RunningServerOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    private AnatomyCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new AnatomyCommand(context));
        HeldWorkload.addOption(commandLine.getCommandSpec());
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SingleScenario.SETTINGS);
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<Dimension, String> givenSettings = SingleScenario.given(parsed());
        Optional<ProbeRequest> probe = running.probe(context, this, givenSettings, connections, folder);
        return probe.isPresent()
                ? measureRunning(probe.get())
                : measureStarted(givenSettings, HeldWorkload.of(givenSettings));
    }

    private int measureStarted(Map<Dimension, String> givenSettings, String workload) throws InterruptedException {
        Scenario scenario = scenario(workload, givenSettings);
        List<AnatomyRequest.Change> all = changed(scenario, workload, givenSettings);
        RunRequest run = request(
                folder,
                "anatomy-%s-%s".formatted(workload, scenario.container()),
                Stream.concat(Stream.of(scenario), all.stream().map(AnatomyRequest.Change::scenario))
                        .toList());
        AnatomyRequest request = new AnatomyRequest(run, Optional.empty(), all, keepDump);
        return start(run, request, frame -> new AnatomyRunner(frame).run(request));
    }

    // Returns the scenario; a connection that holds a thread gets one unless the threads are given.
    private Scenario scenario(String workload, Map<Dimension, String> givenSettings) {
        Scenario scenario =
                SingleScenario.forConnections(Workloads.of(workload), givenSettings, context, "--cap", connections);
        if (!scenario.holdsThread() || givenSettings.containsKey(Dimension.THREADS)) {
            return scenario;
        }
        Map<Dimension, String> more =
                SingleScenario.with(givenSettings, Dimension.THREADS, Integer.toString(connections + SPARE_THREADS));
        return SingleScenario.forConnections(Workloads.of(workload), more, context, "--cap", connections);
    }

    private List<AnatomyRequest.Change> changed(
            Scenario scenario, String workload, Map<Dimension, String> givenSettings) {
        List<AnatomyRequest.Change> all = new ArrayList<>();
        settings(scenario)
                .forEach((dimension, value) -> all.add(new AnatomyRequest.Change(
                        "%s=%s".formatted(DimensionOptions.option(dimension), value),
                        scenario(workload, SingleScenario.with(givenSettings, dimension, value)))));
        return all;
    }

    private Map<Dimension, String> settings(Scenario scenario) {
        if (changes.isEmpty()) {
            return CostSettings.candidates(scenario);
        }
        Map<Dimension, String> settings = new LinkedHashMap<>();
        if (changes.equals(List.of(NO_CHANGE))) {
            return settings;
        }
        for (String change : changes) {
            String[] words = change.split("=", 2);
            Dimension dimension = SingleScenario.SETTINGS.stream()
                    .filter(one -> one.label().equals(words[0]))
                    .findFirst()
                    .orElseThrow(() ->
                            CommandException.badArguments("--change must be KEY=VALUE with one of %s, or none, was '%s'"
                                    .formatted(
                                            SingleScenario.SETTINGS.stream()
                                                    .map(Dimension::label)
                                                    .collect(Collectors.joining(", ")),
                                            change)));
            if (words.length < 2) {
                throw CommandException.badArguments("--change must be KEY=VALUE, was '%s'".formatted(change));
            }
            List<String> ignored = CommandException.checkArguments(
                    () -> dimension.parse("--change " + dimension.label(), List.of(words[1])));
            if (settings.put(dimension, words[1]) != null) {
                throw CommandException.badArguments(
                        "--change must have each setting once, was '%s'".formatted(String.join(",", changes)));
            }
        }
        return settings;
    }

    private int measureRunning(ProbeRequest probe) throws InterruptedException {
        BuildCheck.requireLoad(context.home());
        AnatomyRequest request = new AnatomyRequest(probe.run(), Optional.of(probe), List.of(), keepDump);
        return context.starter().start(request.run(), request, frame -> new AnatomyRunner(frame).run(request));
    }

    // The settings of a server that can change what a connection costs. Pure functions.
    private static final class CostSettings {

        private static final String SMALL_BUFFER = "1k";
        private static final String SMALL_STACK = "256k";

        private CostSettings() {}

        /**
         * Returns settings to try, with a value for each: the scenario leaves them at their defaults, and they may
         * matter to its connections.
         */
        static Map<Dimension, String> candidates(Scenario scenario) {
            Map<Dimension, String> settings = new LinkedHashMap<>();
            if (scenario.sizes().bufferBytes().isEmpty()) {
                settings.put(Dimension.BUFFER, SMALL_BUFFER);
            }
            if (scenario.holdsThread() && scenario.jvm().stackBytes().isEmpty()) {
                settings.put(Dimension.STACK, SMALL_STACK);
            }
            if (scenario.holdsThread() && mayBeVirtual(scenario)) {
                settings.put(Dimension.THREAD_KIND, ThreadKind.VIRTUAL.label());
            }
            return settings;
        }

        private static boolean mayBeVirtual(Scenario scenario) {
            // Tomcat 8 reads inside synchronized, which pins a virtual thread to its carrier up to JDK 23.
            return scenario.jdk().hasVirtualThreads() && scenario.connector() != Connector.BIO;
        }
    }
}
