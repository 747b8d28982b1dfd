package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.CostSettings;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.model.CustomRequest;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Workload;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.anatomy.AnatomyRequest;
import io.ceiling.harness.run.external.ProbeRequest;
import io.ceiling.harness.verdict.anatomy.Levels;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code ceiling anatomy}: turns options into a server whose connections are taken apart, or finds one that
 * runs already. It starts no process itself.
 */
@Command(
        name = "anatomy",
        description = "Tells what a connection consists of, by class and field, and what settings save of it.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class AnatomyCommand implements Callable<Integer> {

    private static final int DEFAULT_CONNECTIONS = Levels.MOST_DUMPED;

    /** Threads of a container beside those that hold a connection. */
    private static final int SPARE_THREADS = 50;

    private static final String NO_CHANGE = "none";
    private static final Duration TIME_LIMIT = Duration.ofMinutes(10);

    private final CommandContext context;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "URL",
            description = "a running server, in place of one that is started: http://127.0.0.1:8080/app")
    private @Nullable String url;

    @Heading.Under(Heading.MEASURE)
    @Option(
            names = "--connections",
            paramLabel = "N",
            converter = Connections.class,
            description = "most connections; read at 40 to 100 percent of them (default: 500)")
    private int connections = DEFAULT_CONNECTIONS;

    @Heading.Under(Heading.MEASURE)
    @Option(
            names = "--change",
            paramLabel = "KEY=VALUE",
            split = ",",
            description =
                    "settings to change one at a time, to see what each saves: buffer=1k,threads-kind=virtual, or none"
                            + " (default: those that may matter)")
    private List<String> changes = new ArrayList<>();

    @Heading.Under(Heading.RESULTS)
    @Option(
            names = "--keep-dump",
            description = "keeps the heap dumps in the run's folder; they have all that the server has in memory")
    private boolean keepDump;

    @Mixin
    private final RequestOptions requests = new RequestOptions();

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--pid",
            paramLabel = "PID",
            converter = ProbeCommand.Pid.class,
            description = "process of the running server (default: the one that listens on the port)")
    private @Nullable Integer pid;

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--jmx",
            paramLabel = "HOST:PORT",
            converter = ProbeCommand.HostAndPort.class,
            description = "JMX port of the running server (default: attach to its JVM, if it runs as your user)")
    private @Nullable String jmx;

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--i-own-this-server",
            description = "confirms that you may load the server; required unless the URL is on loopback")
    private boolean owned;

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--header",
            paramLabel = "HEADER",
            converter = Header.Converter.class,
            description = "'Name: value' sent with every request; the value is not recorded; repeatable")
    private List<Header> headers = new ArrayList<>();

    @Heading.Under(Heading.EXTERNAL)
    @Option(names = "--insecure", description = "accepts any certificate of an https or wss URL")
    private boolean insecure;

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private AnatomyCommand(CommandContext context) {
        this.context = context;
    }

    static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new AnatomyCommand(context));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), Dimension.WORKLOAD, held().toArray(String[]::new));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SingleScenario.SETTINGS);
        return commandLine;
    }

    /** Returns the workloads that hold connections by themselves. */
    private static List<String> held() {
        return Stream.of(Workloads.KEEP_ALIVE, Workloads.WEBSOCKET, Workloads.HOLD_ASYNC, Workloads.HOLD_BLOCKING)
                .map(Workload::label)
                .toList();
    }

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null) {
            throw new IllegalStateException("not parsed yet");
        }
        Map<Dimension, String> given = SingleScenario.given(spec.commandLine().getParseResult());
        String workload = given.getOrDefault(Dimension.WORKLOAD, Workloads.KEEP_ALIVE.label());
        if (!held().contains(workload)) {
            throw CommandException.badArguments(
                    "--workload must be one of %s, was '%s'".formatted(String.join(", ", held()), workload));
        }
        return url == null ? ofOwn(spec, given, workload) : ofRunning(spec, url, given, workload);
    }

    private int ofOwn(CommandSpec parsed, Map<Dimension, String> given, String workload) throws InterruptedException {
        requireNothingOfARunningServer();
        Scenario scenario = scenario(workload, given);
        List<AnatomyRequest.Change> all = changed(scenario, workload, given);
        RunRequest run = new RunRequest(
                RunRequest.Folders.of(
                        context.home(),
                        folder.results(context.home()),
                        folder.name("anatomy-%s-%s".formatted(workload, scenario.container()))),
                Stream.concat(Stream.of(scenario), all.stream().map(AnatomyRequest.Change::scenario))
                        .toList(),
                Preset.QUICK.ramp(context.limits().get().memoryFloorBytes()),
                RecordedCommand.of(parsed));
        context.requireRoom(run);
        Build.requireServersAndLoad(context.home(), run.scenarios());
        return context.runners().anatomy().run(new AnatomyRequest(run, Optional.empty(), all, keepDump));
    }

    private void requireNothingOfARunningServer() {
        if (pid != null || jmx != null || owned || insecure || !headers.isEmpty()) {
            throw CommandException.badArguments(
                    "--pid, --jmx, --header, --insecure and --i-own-this-server must come with the URL of a running server");
        }
        requests.option().ifPresent(option -> {
            throw CommandException.badArguments("%s must come with the URL of a running server".formatted(option));
        });
    }

    /** Returns the scenario; a connection that holds a thread gets one unless the threads are given. */
    private Scenario scenario(String workload, Map<Dimension, String> given) {
        Scenario scenario = SingleScenario.ofMany(Workloads.of(workload), given, context, "--connections", connections);
        if (!scenario.holdsThread() || given.containsKey(Dimension.THREADS)) {
            return scenario;
        }
        Map<Dimension, String> more = new EnumMap<>(given);
        more.put(Dimension.THREADS, Integer.toString(connections + SPARE_THREADS));
        return SingleScenario.ofMany(Workloads.of(workload), more, context, "--connections", connections);
    }

    private List<AnatomyRequest.Change> changed(Scenario scenario, String workload, Map<Dimension, String> given) {
        List<AnatomyRequest.Change> all = new ArrayList<>();
        settings(scenario).forEach((dimension, value) -> {
            Map<Dimension, String> other = new EnumMap<>(Dimension.class);
            other.putAll(given);
            other.put(dimension, value);
            all.add(new AnatomyRequest.Change(
                    "%s=%s".formatted(DimensionOptions.option(dimension), value), scenario(workload, other)));
        });
        return all;
    }

    private Map<Dimension, String> settings(Scenario scenario) {
        if (changes.isEmpty()) {
            return CostSettings.worthATry(scenario);
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
            try {
                List<String> ignored = dimension.parse("--change " + dimension.label(), List.of(words[1]));
            } catch (IllegalArgumentException e) {
                throw CommandException.badArguments(String.valueOf(e.getMessage()));
            }
            if (settings.put(dimension, words[1]) != null) {
                throw CommandException.badArguments(
                        "--change must have each setting once, was '%s'".formatted(String.join(",", changes)));
            }
        }
        return settings;
    }

    private int ofRunning(CommandSpec parsed, String where, Map<Dimension, String> given, String workload)
            throws InterruptedException {
        given.keySet().stream()
                .filter(dimension -> dimension != Dimension.WORKLOAD)
                .findFirst()
                .ifPresent(dimension -> {
                    throw CommandException.badArguments(
                            "%s is for a server that is started, not for a running one: give either the URL or settings"
                                    .formatted(DimensionOptions.option(dimension)));
                });
        if (!changes.isEmpty()) {
            throw CommandException.badArguments(
                    "--change is for a server that is started: the settings of a running one stay as they are, was '%s'"
                            .formatted(String.join(",", changes)));
        }
        Optional<CustomRequest> custom = requests.request();
        if (custom.isPresent() && given.containsKey(Dimension.WORKLOAD)) {
            throw CommandException.badArguments(
                    "--workload is for ceiling.war, %s for your own application: give only one"
                            .formatted(requests.option().orElse("")));
        }
        List<TargetUrl> urls = TargetUrl.parseAll(where);
        if (urls.size() > 1) {
            throw CommandException.badArguments("URL must be one server, were %d".formatted(urls.size()));
        }
        if (insecure && !urls.get(0).tls()) {
            throw CommandException.badArguments("--insecure must come with https or wss, was '%s'".formatted(where));
        }
        OptionalInt cap = OptionalInt.of(connections);
        List<ProbeRequest.Server> servers = new ProbedServers(owned, insecure, Header.lines(headers), cap)
                .of(urls, pid == null ? List.of() : List.of(pid), jmx == null ? List.of() : List.of(jmx));
        RunRequest run = new RunRequest(
                new RunRequest.Folders(
                        context.home(),
                        folder.results(context.home()),
                        folder.name("anatomy-%s-%d"
                                .formatted(urls.get(0).host(), urls.get(0).port())),
                        Optional.empty(),
                        true),
                List.of(),
                Preset.QUICK.ramp(context.limits().get().memoryFloorBytes()),
                RecordedCommand.of(parsed));
        ProbeRequest probe = new ProbeRequest(
                run,
                servers,
                Optional.empty(),
                new ProbeRequest.Load(
                        custom.isPresent() ? List.of() : List.of(Workloads.of(workload)), custom, Messaging.USUAL, cap),
                TIME_LIMIT,
                SingleScenario.surroundings(context).jdks().apply(Dimension.NEWEST));
        Build.requireLoad(context.home());
        return context.runners().anatomy().run(new AnatomyRequest(run, Optional.of(probe), List.of(), keepDump));
    }

    static final class Connections extends Converters.WholeNumber {
        Connections() {
            super(Levels.LEAST, 1_000_000);
        }
    }
}
