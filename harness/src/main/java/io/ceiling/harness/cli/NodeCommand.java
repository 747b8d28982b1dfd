package io.ceiling.harness.cli;

import io.ceiling.container.ContainerSettings;
import io.ceiling.harness.cluster.ClusterKey;
import io.ceiling.harness.cluster.Identity;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.node.AllowedLoad;
import io.ceiling.harness.run.node.BuildVersion;
import io.ceiling.harness.run.node.Network;
import io.ceiling.harness.run.node.NodeRules;
import io.ceiling.harness.run.node.NodeRunner;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command {@code ceiling node}: servers and load agents on this host for a run of another one. */
@Command(
        name = "node",
        description = "Joins a run of another host (its --hosts), and starts load agents and servers here for it.",
        footer = {
            "  ceiling node --join=198.18.0.1 --key=ceiling.key             load agents here for a run there",
            "  ceiling node --join=198.18.0.1 --key=ceiling.key --servers   servers here",
            "  ceiling node --join=198.18.0.1 --key=- --cap=20000           the key comes from standard input"
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
@Heading.Under(Heading.HOSTS)
final class NodeCommand implements Callable<Integer> {

    private static final int MOST_CONNECTIONS = 100_000;
    private static final int MOST_PROCESSES = 64;

    private final CommandContext context;

    @Option(
            names = "--join",
            required = true,
            paramLabel = "ADDRESS[:PORT]",
            converter = HostOptions.Endpoint.class,
            description = "IPv4 address and port on which the run listens (its --listen)")
    private HostOptions.Endpoint join = new HostOptions.Endpoint();

    @Option(
            names = "--key",
            required = true,
            paramLabel = "FILE",
            description = "copy of the key file of the run, which nobody else may read; - for standard input")
    private Path key = Path.of("");

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "name of this node, as in --hosts of the run (default: the host's)")
    private @Nullable String name;

    @Option(names = "--servers", description = "takes servers; without it load agents alone")
    private boolean servers;

    @Option(
            names = "--applications",
            paramLabel = "FOLDER",
            description = "folder whose WAR files may run here, for run --war (default: none may)")
    private @Nullable Path applications;

    @Option(
            names = "--most-processes",
            paramLabel = "N",
            converter = Converters.Connections.class,
            description = "maximum number of load agents, and of servers, here at a time (default: 64)")
    private int mostProcesses = MOST_PROCESSES;

    @Option(
            names = "--targets",
            paramLabel = "NETWORK,...",
            split = ",",
            hideParamSyntax = true,
            converter = Networks.class,
            description =
                    "networks whose servers may be loaded from here, such as 198.18.0.0/15 (default: the address of"
                            + " --join)")
    private List<Network> targets = new ArrayList<>();

    @Option(
            names = "--cap",
            paramLabel = "N",
            converter = Converters.Connections.class,
            description = "most connections that are opened from here (default: 100000)")
    private int mostConnections = MOST_CONNECTIONS;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            converter = OwnAddress.class,
            description =
                    "IP address of this host on which node and servers listen (default: the one that reaches the run)")
    private @Nullable String bind;

    @Option(
            names = "--sources",
            paramLabel = "ADDRESS,...",
            split = ",",
            hideParamSyntax = true,
            converter = OwnAddress.class,
            description = "IPv4 addresses of this host from which its agents connect in turn: each has ports of its own"
                    + " (default: the kernel chooses one)")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = Converters.SomeTime.class,
            description = "how long the run is awaited (default: 60s)")
    private Duration patience = Duration.ofSeconds(60);

    private NodeCommand(CommandContext context) {
        this.context = context;
    }

    static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new NodeCommand(context));
    }

    @Override
    public Integer call() throws InterruptedException {
        Build.requireLoad(context.home());
        ClusterKey read = key.toString().equals("-") ? ClusterKey.read(System.in) : ClusterKey.read(key);
        String address = bind == null ? ownAddress() : bind;
        List<Network> allowed = targets.isEmpty() ? List.of(Network.parse(join.address())) : targets;
        new NodeRunner(context.home(), context.jdks().find(), context.out())
                .run(new NodeRunner.Request(
                        join.address(),
                        join.port(),
                        read,
                        identity(),
                        new NodeRules(
                                address,
                                servers,
                                Optional.ofNullable(applications)
                                        .map(folder -> folder.toAbsolutePath().normalize()),
                                mostProcesses),
                        new AllowedLoad(allowed, mostConnections, String.join(",", sources)),
                        patience));
        return ExitCode.OK;
    }

    private Identity identity() {
        try {
            String chosen = name == null ? InetAddress.getLocalHost().getHostName() : name;
            return new Identity(chosen, BuildVersion.of(context.home()));
        } catch (UnknownHostException e) {
            throw CommandException.badArguments("--name must be given: this host does not know its own");
        } catch (IllegalArgumentException e) {
            throw CommandException.badArguments("--name: " + e.getMessage());
        }
    }

    /** Returns the address of this host from which it would talk to the run; sends nothing. */
    private String ownAddress() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(join.address(), Math.max(1, join.port())));
            String own = socket.getLocalAddress().getHostAddress();
            return own.equals("0.0.0.0") ? ContainerSettings.LOOPBACK : own;
        } catch (SocketException | java.io.UncheckedIOException e) {
            throw CommandException.couldNotRun(
                    "--join: %s cannot be reached: %s".formatted(join.address(), e.getMessage()), e);
        }
    }

    /** Parses an IPv4 address of this host. */
    static final class OwnAddress implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (!HostOptions.isOneOfIpv4(text) || !isOfThisHost(text)) {
                throw new TypeConversionException(
                        "must be an IPv4 address of this host, such as 198.18.0.2, was '%s'".formatted(text));
            }
            return text;
        }
    }

    private static boolean isOfThisHost(String address) {
        try {
            return NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
        } catch (SocketException | UnknownHostException e) {
            return false;
        }
    }

    /** Parses a network. */
    static final class Networks implements ITypeConverter<Network> {

        @Override
        public Network convert(String text) {
            try {
                return Network.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
