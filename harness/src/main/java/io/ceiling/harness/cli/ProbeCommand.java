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
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code ceiling probe URL}: turns options into a ramp of an external server. It contacts only the
 * resolver.
 */
@Command(
        name = "probe",
        description = "Finds the ceiling of a running server, with ceiling.war or with your own application.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ProbeCommand implements Callable<Integer> {

    private final CommandContext context;

    @Parameters(
            paramLabel = "URL",
            description = "context root of the application, such as http://127.0.0.1:8080/ceiling/")
    private @Nullable String url;

    @Mixin
    private final RequestOptions requests = new RequestOptions();

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--max-connections",
            paramLabel = "N",
            converter = MaxConnections.class,
            description = "maximum number of connections; required unless the URL is on loopback")
    private @Nullable Integer maxConnections;

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--i-own-this-server",
            description = "confirms that you may overload the server; required unless the URL is on loopback")
    private boolean owned;

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--header",
            paramLabel = "HEADER",
            converter = Header.Converter.class,
            description =
                    "'Name: value' sent with every request; the value is not recorded; repeatable; '@FILE' keeps it"
                            + " out of the list of processes (docs/probe.md)")
    private List<Header> headers = new ArrayList<>();

    @Heading.Under(Heading.EXTERNAL)
    @Option(names = "--insecure", description = "accepts any certificate of an https or wss URL")
    private boolean insecure;

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--pid",
            paramLabel = "PID",
            converter = Pid.class,
            description = "process of the server on this host (default: the one that listens on the port)")
    private @Nullable Integer pid;

    @Heading.Under(Heading.EXTERNAL)
    @Option(
            names = "--jmx",
            paramLabel = "HOST:PORT",
            converter = HostAndPort.class,
            description = "JMX port of the server (default: attach to its JVM, if it runs as your user)")
    private @Nullable String jmx;

    @Heading.Under(Heading.RAMP)
    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Converters.Seconds.class,
            description = "time limit of each ramp (default: 10m)")
    private Duration timeLimit = Duration.ofMinutes(10);

    @Mixin
    private final RampOptions ramp = new RampOptions();

    @Mixin
    private final ExpectOptions expect = new ExpectOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private ProbeCommand(CommandContext context) {
        this.context = context;
    }

    static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new ProbeCommand(context));
        DimensionOptions.add(commandLine.getCommandSpec(), List.of(Dimension.WORKLOAD));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), List.of(Dimension.TRANSPORT));
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null) {
            throw new IllegalStateException("not parsed yet");
        }
        // Only these two, since --max-connections is the cap of this command and not the setting of a container.
        Map<Dimension, List<String>> given = DimensionOptions.given(
                spec.commandLine().getParseResult(), List.of(Dimension.WORKLOAD, Dimension.TRANSPORT));
        Optional<CustomRequest> custom = requests.request();
        List<String> checkedHeaders = Header.lines(headers);
        if (custom.isPresent() && given.containsKey(Dimension.WORKLOAD)) {
            throw CommandException.badArguments(
                    "--workload is for ceiling.war, %s for your own application: give only one"
                            .formatted(requests.option().orElse("")));
        }
        OptionalInt cap = maxConnections == null ? OptionalInt.empty() : OptionalInt.of(maxConnections);
        List<Workload> workloads = workloads(custom, given);
        requireRoom(cap, workloads);
        Target target = target(TargetUrl.parse(String.valueOf(url)), checkedHeaders, cap);
        RunRequest run = new RunRequest(
                new RunRequest.Folders(
                        context.home(),
                        folder.results(context.home()),
                        folder.name("probe-%s-%d"
                                .formatted(
                                        target.endpoint().serverName(),
                                        target.endpoint().port())),
                        Optional.empty(),
                        true),
                List.of(),
                ramp.ramp(Preset.QUICK.ramp(context.limits().get().memoryFloorBytes())),
                RecordedCommand.of(spec),
                expect.expectations(),
                Optional.empty(),
                Ceiling.verbose(spec));
        ProbeRequest request = new ProbeRequest(
                run,
                target,
                new ProbeRequest.Load(workloads, custom, messaging(given), cap),
                timeLimit,
                pid(target),
                Optional.ofNullable(jmx),
                SingleScenario.surroundings(context).jdks().apply(Dimension.NEWEST));
        Build.requireLoad(context.home());
        return context.runners().probe().run(request);
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
            throw CommandException.couldNotRun("cannot resolve host '%s'".formatted(host), e);
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

    /**
     * Requires room for at least one client: workloads in which the harness sends orders to the server need one
     * connection for the harness.
     */
    private static void requireRoom(OptionalInt cap, List<Workload> workloads) {
        if (cap.isEmpty() || cap.getAsInt() > 1) {
            return;
        }
        workloads.stream().filter(Workload::isControlled).findFirst().ifPresent(workload -> {
            throw CommandException.badArguments(
                    "--max-connections must be at least 2 for %s, because the harness itself uses one, was '%d'"
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
        return OptionalLong.of(pid);
    }

    static final class MaxConnections extends Converters.WholeNumber {
        MaxConnections() {
            super(1, 10_000_000);
        }
    }

    static final class Pid extends Converters.WholeNumber {
        Pid() {
            super(1, Integer.MAX_VALUE);
        }
    }

    static final class HostAndPort implements ITypeConverter<String> {

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
