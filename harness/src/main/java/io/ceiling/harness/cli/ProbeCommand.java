package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.model.CustomRequest;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.model.Workload;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.external.ProbeRequest;
import io.ceiling.harness.workload.Workloads;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ceiling probe URL}: options into a ramp of a server that is there already; asks nobody but the resolver. */
@Command(
        name = "probe",
        description =
                "Finds the ceiling of a server that runs already: with ceiling.war in it, or with your own application.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ProbeCommand implements Callable<Integer> {

    private static final int MOST_CONNECTIONS = 10_000_000;
    private static final Duration USUAL_TIME_LIMIT = Duration.ofMinutes(10);
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):(\\d{1,5})");

    private final Surface surface;

    @Parameters(
            paramLabel = "URL",
            description = "context root of the application, such as http://127.0.0.1:8080/ceiling/")
    private @Nullable String url;

    @Mixin
    private final RequestOptions requests = new RequestOptions();

    @Option(
            names = "--hold",
            paramLabel = "PATH",
            description = "own application: a request that stays open; served when the head of its response has come")
    private @Nullable String hold;

    @Option(names = "--header", paramLabel = "HEADER", description = "'Name: value', with every request; repeatable")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "never more than that; must be given unless the target is loopback")
    private @Nullable String maxConnections;

    @Option(names = "--i-own-this-server", description = "must be given unless the target is loopback")
    private boolean owned;

    @Option(names = "--insecure", description = "https, wss: takes any certificate")
    private boolean insecure;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "process of the server, on this host (default: who listens on the port)")
    private @Nullable String pid;

    @Option(
            names = "--jmx",
            paramLabel = "HOST:PORT",
            description =
                    "management agent of the server's JVM (default: the JVM is attached to, if it is the same user's)")
    private @Nullable String jmx;

    @Option(names = "--hold-time", paramLabel = "TIME", description = "how long each level is held, such as 300ms")
    private @Nullable String holdTime;

    @Option(names = "--time-limit", paramLabel = "TIME", description = "no ramp takes longer (default: 10m)")
    private @Nullable String timeLimit;

    @Mixin
    private final StepOptions steps = new StepOptions();

    @Mixin
    private final ExpectOptions expect = new ExpectOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private ProbeCommand(Surface surface) {
        this.surface = surface;
    }

    static CommandLine commandLine(Surface surface) {
        CommandLine commandLine = new CommandLine(new ProbeCommand(surface));
        DimensionOptions.add(commandLine.getCommandSpec(), List.of(Dimension.WORKLOAD), "LIST");
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), List.of(Dimension.TRANSPORT));
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null) {
            throw new IllegalStateException("not parsed yet");
        }
        // Its --max-connections is a cap of ours, and no setting of a container.
        Map<Dimension, List<String>> given = DimensionOptions.given(
                spec.commandLine().getParseResult(), List.of(Dimension.WORKLOAD, Dimension.TRANSPORT));
        Optional<CustomRequest> custom = requests.request(hold, expect.answer());
        List<String> checkedHeaders = HeaderOption.parse(headers);
        if (custom.isPresent() && given.containsKey(Dimension.WORKLOAD)) {
            throw CommandException.badArguments(
                    "--workload is one of ceiling.war, --%s asks your own application: give one of them"
                            .formatted(custom.get().kind().label()));
        }
        OptionalInt cap = maxConnections == null
                ? OptionalInt.empty()
                : OptionalInt.of(RunOptions.number("--max-connections", maxConnections, 1, MOST_CONNECTIONS));
        List<Workload> workloads = workloads(custom, given);
        requireRoom(cap, workloads);
        Target target = target(TargetUrl.parse(String.valueOf(url)), checkedHeaders, cap);
        RunRequest run = new RunRequest(
                RunRequest.Folders.of(
                        surface.home(),
                        folder.results(surface.home()),
                        folder.name("probe-%s-%d"
                                .formatted(
                                        target.endpoint().serverName(),
                                        target.endpoint().port()))),
                List.of(),
                steps.ramp(Preset.QUICK.ramp(surface.limits().get().memoryFloorBytes()), "--hold-time", holdTime),
                arguments(given, checkedHeaders),
                expect.expectations(requests.talks()),
                Ceiling.verbose(spec));
        ProbeRequest request = new ProbeRequest(
                run,
                target,
                new ProbeRequest.Load(workloads, custom, messaging(given), cap),
                timeLimit == null
                        ? USUAL_TIME_LIMIT
                        : DurationOption.parse("--time-limit", timeLimit, Duration.ofSeconds(1)),
                pid(target),
                jmx(),
                SingleScenario.surroundings(surface).jdks().apply(Dimension.NEWEST));
        Build.requireLoad(surface.home());
        return surface.runners().probe().run(request);
    }

    private Target target(TargetUrl where, List<String> checkedHeaders, OptionalInt cap) {
        List<InetAddress> addresses = addresses(where.host());
        boolean loopback = TargetRules.isLoopback(addresses);
        TargetRules.require(loopback, where.host(), cap, owned);
        if (insecure && !where.tls()) {
            throw CommandException.badArguments("--insecure must come with https or wss, was '%s'".formatted(url));
        }
        InetAddress first = addresses.get(0);
        Target.Endpoint endpoint = new Target.Endpoint(
                where.host(),
                first.getHostAddress(),
                where.port(),
                where.contextPath(),
                where.tls(),
                insecure,
                checkedHeaders);
        return Target.unseen(endpoint, loopback || isOfThisHost(first));
    }

    private static List<InetAddress> addresses(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            throw CommandException.couldNotRun("%s has no address".formatted(host), e);
        }
    }

    private static boolean isOfThisHost(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private static List<Workload> workloads(Optional<CustomRequest> custom, Map<Dimension, List<String>> given) {
        return custom.isPresent()
                ? List.of()
                : given.getOrDefault(Dimension.WORKLOAD, List.of(Workloads.KEEP_ALIVE.label())).stream()
                        .map(Workloads::of)
                        .toList();
    }

    /** One connection is the harness's own where it tells the server what to do; with none left for a client nothing is measured. */
    private static void requireRoom(OptionalInt cap, List<Workload> workloads) {
        if (cap.isEmpty() || cap.getAsInt() > 1) {
            return;
        }
        workloads.stream().filter(Workload::isControlled).findFirst().ifPresent(workload -> {
            throw CommandException.badArguments(
                    "--max-connections must be at least 2 for %s, where one is that of the harness itself, was '%d'"
                            .formatted(workload.label(), cap.getAsInt()));
        });
    }

    private static Messaging messaging(Map<Dimension, List<String>> given) {
        List<String> transports = given.getOrDefault(Dimension.TRANSPORT, List.of(Messaging.USUAL.transport()));
        if (transports.size() > 1) {
            throw CommandException.badArguments(
                    "--transport must be one value, was '%s'".formatted(String.join(",", transports)));
        }
        return new Messaging(transports.get(0), Messaging.USUAL.broadcaster(), Messaging.USUAL.cache());
    }

    private OptionalLong pid(Target target) {
        if (pid == null) {
            return OptionalLong.empty();
        }
        if (!target.onThisHost()) {
            throw CommandException.badArguments("--pid must be of a server on this host, %s is not"
                    .formatted(target.endpoint().serverName()));
        }
        return OptionalLong.of(RunOptions.number("--pid", pid, 1, Integer.MAX_VALUE));
    }

    private Optional<String> jmx() {
        if (jmx == null) {
            return Optional.empty();
        }
        if (!HOST_AND_PORT.matcher(jmx).matches()) {
            throw CommandException.badArguments("--jmx must be HOST:PORT, was '%s'".formatted(jmx));
        }
        return Optional.of(jmx);
    }

    /** As given, but for the values of headers, which may be secrets. */
    private List<String> arguments(Map<Dimension, List<String>> given, List<String> checkedHeaders) {
        List<String> arguments = new ArrayList<>(List.of("probe", String.valueOf(url)));
        arguments.addAll(DimensionOptions.arguments(given));
        arguments.addAll(requests.arguments());
        RunOptions.add(arguments, "--hold", hold);
        checkedHeaders.forEach(
                header -> arguments.add("--header=%s: ...".formatted(header.substring(0, header.indexOf(':')))));
        RunOptions.add(arguments, "--max-connections", maxConnections);
        if (owned) {
            arguments.add("--i-own-this-server");
        }
        if (insecure) {
            arguments.add("--insecure");
        }
        RunOptions.add(arguments, "--pid", pid);
        RunOptions.add(arguments, "--jmx", jmx);
        RunOptions.add(arguments, "--hold-time", holdTime);
        RunOptions.add(arguments, "--time-limit", timeLimit);
        arguments.addAll(steps.arguments());
        arguments.addAll(expect.arguments());
        arguments.addAll(folder.arguments());
        return arguments;
    }
}
