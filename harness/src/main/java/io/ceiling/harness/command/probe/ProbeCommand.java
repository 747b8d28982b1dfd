package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.BuildCheck;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Excludes;
import io.ceiling.harness.cli.ExpectOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.OutputOptions;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RecordedCommand;
import io.ceiling.harness.cli.RequestOptions;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.cli.RunOptions;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code ceiling probe URL}: turns options into a ramp of an external server. It contacts only the
 * resolver.
 */
@Command(
        name = ProbeCommand.NAME,
        description = "Finds the ceiling of a running server, with ceiling.war or with your own application.",
        customSynopsis = "ceiling probe [OPTIONS] URL[,URL...]",
        footer = {
            "  ceiling http://127.0.0.1:8080/shop/products                               idle connections after a request",
            "  ceiling http://127.0.0.1:8080 --in-flight=/shop/products                  how many requests at once",
            "  ceiling probe http://127.0.0.1:8080/ceiling --workload=all                ceiling.war, which you deployed",
            "  ceiling probe http://127.0.0.1:8080/ --get=/ --command='node server.js'   a server that is started for it",
            "  ceiling probe http://192.0.2.7/ --get=/ --cap=5000 --i-own-this-server    on another host"
        })
@Heading.Under(Heading.EXTERNAL)
public final class ProbeCommand extends ParsedCommand {

    public static final String NAME = "probe";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "URL[,URL...]",
            description = {
                "what each connection asks, such as http://127.0.0.1:8080/shop/products; with --get and its like the"
                        + " application to which paths are appended",
                "several: servers of the same application, among which connections are spread evenly"
            })
    private @Nullable String url;

    @Mixin
    private final RequestOptions requests = new RequestOptions();

    @Heading.FirstScreen
    @Option(
            names = "--i-own-this-server",
            description =
                    "confirms that you may overload the server; required, with --cap, unless the URL is on loopback")
    private boolean owned;

    @Option(names = "--insecure", description = "accepts any certificate of an https or wss URL")
    private boolean insecure;

    @Heading.FirstScreen
    @Between(min = 1)
    @Option(
            names = "--pid",
            paramLabel = "PID,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "process of the server on this host, one for each URL (default: the one that listens on the port)")
    private List<Integer> pids = new ArrayList<>();

    @Option(
            names = "--jmx",
            paramLabel = "HOST:PORT,...",
            split = ",",
            hideParamSyntax = true,
            converter = HostAndPort.class,
            description =
                    "JMX port of the server, one for each URL (default: attach to its JVM, if it runs as your user)")
    private List<String> jmx = new ArrayList<>();

    @Option(
            names = "--upstream",
            paramLabel = "HOST:PORT",
            converter = HostAndPort.class,
            description =
                    "server behind the proxy of the URL: both hops are read, and the limit's hop is named; --pid is then"
                            + " PROXY,SERVER (docs/proxy.md)")
    private @Nullable String upstream;

    @Heading.FirstScreen
    @Excludes(
            value = {"--upstream", "--pid", "--jmx"},
            why = ": it starts one server, and finds its process by the port of the URL")
    @Option(
            names = RecordedCommand.SHELL_COMMAND,
            paramLabel = "LINE",
            description =
                    "shell command that starts the server at the URL for this probe, whatever it is written in; ended"
                            + " afterwards")
    private @Nullable String command;

    @Heading.Under(Heading.RAMP)
    @Option(
            names = "--predict",
            description =
                    "no ramp: predicts the limits from at most a tenth of the nearest one, as ceiling predict does"
                            + " (docs/predict.md)")
    private boolean predict;

    @Mixin
    private final FullGcOptions collect = new FullGcOptions();

    @Heading.Under(Heading.RAMP)
    @Between(min = 1_000)
    @Option(names = "--time-limit", paramLabel = "TIME", description = "time limit of each ramp (default: 10m)")
    private Duration timeLimit = Duration.ofMinutes(10);

    @Mixin
    private final RunOptions options = new RunOptions();

    @Mixin
    private final ExpectOptions expect = new ExpectOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private ProbeCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new ProbeCommand(context));
        DimensionOptions.add(commandLine.getCommandSpec(), List.of(Dimension.WORKLOAD));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), List.of(Dimension.TRANSPORT));
        RunOption.add(commandLine.getCommandSpec(), NAME);
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (url == null) {
            throw CommandException.badArguments(
                    "probe must have the URL of a running server, such as ceiling probe http://127.0.0.1:8080/shop --get=/products");
        }
        Map<Dimension, List<String>> given = DimensionOptions.parseSingleValues(parsed(), Dimension.WORKLOAD);
        List<TargetUrl> urls = TargetUrl.parseAll(url, insecure);
        Optional<CustomRequest> custom =
                requests.request().map(one -> one.below(urls.get(0).contextPath()));
        List<String> checkedHeaders = requests.headers();
        requests.requireNoWorkload(given);
        OptionalInt cap = options.cap();
        List<Workload> workloads = workloads(custom, given);
        boolean asksUrl = custom.isEmpty() && !given.containsKey(Dimension.WORKLOAD);
        if (!asksUrl) {
            urls.get(0).requireNoQuery();
        }
        requireOneServer(urls.size());
        requireHeld(workloads, urls.size());
        requireRoom(cap, workloads, urls.size());
        ProbedServers probed = new ProbedServers(owned, insecure, checkedHeaders, cap);
        List<ProbeRequest.ProbedServer> servers =
                upstream == null ? probed.of(urls, pids, jmx) : List.of(probed.behind(urls, upstream, pids, jmx));
        if (hosts().isPresent()) {
            servers.forEach(server -> requireReachable(server.clientTarget().endpoint()));
        }
        Target.Endpoint first = servers.get(0).clientTarget().endpoint();
        RunRequest named = request(
                        options.folder(),
                        "%s-%d%s"
                                .formatted(
                                        first.serverName(),
                                        first.port(),
                                        servers.size() == 1 ? "" : "-x" + servers.size()))
                .expecting(expect.expectations())
                .printing(output.of(spec()));
        RunRequest run = withExtensionOptions(named.withRamp(options.ramp(named.ramp())));
        ProbeRequest request = new ProbeRequest(
                run,
                servers,
                Optional.ofNullable(command),
                new ProbeRequest.ProbeLoad(
                        workloads,
                        custom,
                        messaging(given),
                        cap,
                        asksUrl ? Optional.of(requests.request(urls.get(0).request())) : Optional.empty()),
                timeLimit,
                context.jdks().choose(Dimension.NEWEST));
        BuildCheck.requireLoad(context.home());
        return predict
                ? ProbePrediction.ofExtension().predict(context, request, collect.policy())
                : context.starter().start(run, request, frame -> new ProbeRunner(frame).run(request));
    }

    private static List<Workload> workloads(Optional<CustomRequest> custom, Map<Dimension, List<String>> given) {
        return custom.isPresent()
                ? List.of()
                : given.getOrDefault(Dimension.WORKLOAD, List.of(Workloads.KEEP_ALIVE.label())).stream()
                        .map(Workloads::of)
                        .toList();
    }

    // Requires that a command starts the one server that is probed.
    private void requireOneServer(int servers) {
        if (command == null) {
            return;
        }
        if (command.isBlank()) {
            throw CommandException.badArguments(
                    "--command must be the command line of a server, such as 'node server.js', was '%s'"
                            .formatted(command));
        }
        if (servers > 1) {
            throw CommandException.badArguments(
                    "--command must come with one URL, that of the server it starts, was %d".formatted(servers));
        }
    }

    // Rejects recursions over several servers: a ring is formed when its servers start.
    private static void requireHeld(List<Workload> workloads, int servers) {
        if (servers == 1) {
            return;
        }
        workloads.stream().filter(Workload::isRecursive).findFirst().ifPresent(workload -> {
            throw CommandException.badArguments(
                    "--workload must hold connections if there are %d URLs, was '%s', whose servers must know each other from their start. Hint: probe one URL, or start a ring with ceiling run --instances"
                            .formatted(servers, workload.label()));
        });
    }

    // Rejects loopback with other hosts: there it would be another server.
    private static void requireReachable(Target.Endpoint endpoint) {
        if (endpoint.address().startsWith("127.") || endpoint.address().contains(":")) {
            throw CommandException.badArguments("%s must have an IPv4 address that the nodes of --hosts reach, was %s"
                    .formatted(endpoint.url(), endpoint.address()));
        }
    }

    // Requires room for at least one client of each server: workloads in which the harness sends orders to a server
    // need one connection for the harness.
    private static void requireRoom(OptionalInt cap, List<Workload> workloads, int servers) {
        if (cap.isEmpty()) {
            return;
        }
        workloads.stream()
                .filter(workload -> workload.isControlled() && cap.getAsInt() < 2 * servers)
                .findFirst()
                .ifPresent(workload -> {
                    throw CommandException.badArguments(
                            "--cap must be at least %d for %s, because the harness itself uses one%s, was '%d'"
                                    .formatted(
                                            2 * servers,
                                            workload.label(),
                                            servers == 1 ? "" : " to each of %d servers".formatted(servers),
                                            cap.getAsInt()));
                });
        if (cap.getAsInt() < servers) {
            throw CommandException.badArguments(
                    "--cap must be at least %d, one for each URL, was '%d'".formatted(servers, cap.getAsInt()));
        }
    }

    private static Messaging messaging(Map<Dimension, List<String>> given) {
        List<String> transports = given.getOrDefault(Dimension.TRANSPORT, List.of(Messaging.DEFAULT.transport()));
        return new Messaging(transports.get(0), Messaging.DEFAULT.broadcaster(), Messaging.DEFAULT.cache());
    }

    public static final class HostAndPort implements ITypeConverter<String> {

        private static final Pattern FORM = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):(\\d{1,5})");

        @Override
        public String convert(String text) {
            if (!FORM.matcher(text).matches()) {
                throw new TypeConversionException("must be HOST:PORT, was '%s'".formatted(text));
            }
            return text;
        }
    }
}
