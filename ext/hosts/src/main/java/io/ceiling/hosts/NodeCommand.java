package io.ceiling.hosts;

import io.ceiling.container.ContainerSettings;
import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.BuildCheck;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Converters;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.report.console.Terminal;
import io.ceiling.harness.run.ExitCode;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command {@code ceiling node}: servers and load agents on this host for a run of another one. */
@Command(
        name = "node",
        description = "Starts load agents and servers here for a run of another host, whose --hosts has this command.",
        footer = {
            "  ceiling node                 load agents here, for a run with --hosts 'load1=ssh load1 ceiling node'",
            "  ceiling node --servers       servers here",
            "  ceiling node --cap=20000     load agents that open no more connections than that"
        })
@Heading.Under(Heading.HOSTS)
public final class NodeCommand extends ParsedCommand {

    private static final String LOOPBACK = "127.0.0.0/8";
    private static final int MAX_CONNECTIONS = 100_000;
    private static final int MAX_PROCESSES = 64;

    @Option(names = "--servers", description = "takes servers; without it load agents alone")
    private boolean servers;

    @Option(
            names = "--applications",
            paramLabel = "FOLDER",
            description = "folder whose WAR files may run here, for run --war (default: none may)")
    private @Nullable Path applications;

    @Between(min = 1, max = Converters.MAX_CONNECTIONS)
    @Option(
            names = "--most-processes",
            paramLabel = "N",
            description = "maximum number of load agents, and of servers, here at a time (default: 64)")
    private int mostProcesses = MAX_PROCESSES;

    @Option(
            names = "--targets",
            paramLabel = "NETWORK,...",
            split = ",",
            hideParamSyntax = true,
            converter = NetworkConverter.class,
            description =
                    "networks whose servers may be loaded from here, such as 198.18.0.0/15 (default: the address that ssh came"
                            + " from, without ssh loopback)")
    private List<Network> targets = new ArrayList<>();

    @Between(min = 1, max = Converters.MAX_CONNECTIONS)
    @Option(
            names = "--cap",
            paramLabel = "N",
            description = "most connections that are opened from here (default: 100000)")
    private int mostConnections = MAX_CONNECTIONS;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            converter = OwnAddress.class,
            description = "IPv4 address of this host on which its servers listen and from which its load agents come"
                    + " (default: the address that ssh has reached, without ssh 127.0.0.1)")
    private @Nullable String address;

    @Option(
            names = "--sources",
            paramLabel = "ADDRESS,...",
            split = ",",
            hideParamSyntax = true,
            converter = OwnAddress.class,
            description = "IPv4 addresses of this host from which its agents connect in turn: each has ports of its own"
                    + " (default: the kernel chooses one)")
    private List<String> sources = new ArrayList<>();

    private NodeCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new NodeCommand(context));
    }

    @Override
    public Integer call() {
        if (Terminal.isInput()) {
            throw CommandException.badArguments(
                    "node is started by a run, such as ceiling run --hosts 'load1=ssh load1 ceiling node', over a standard input that is no terminal");
        }
        BuildCheck.requireLoad(context.home());
        Optional<SshConnection> ssh = SshConnection.of(System.getenv("SSH_CONNECTION"));
        String ownAddress =
                address == null ? ssh.map(SshConnection::hostAddress).orElse(ContainerSettings.LOOPBACK) : address;
        List<Network> allowed = targets.isEmpty()
                ? List.of(Network.parse(ssh.map(SshConnection::clientAddress).orElse(LOOPBACK)))
                : targets;
        new NodeRunner(context.home(), context.jdks().find(), context.err())
                .run(
                        new NodeRules(
                                ownAddress,
                                servers,
                                Optional.ofNullable(applications)
                                        .map(folder -> folder.toAbsolutePath().normalize()),
                                mostProcesses),
                        new AllowedLoad(allowed, mostConnections, String.join(",", sources)));
        return ExitCode.OK;
    }

    /**
     * The connection of the ssh that has started this process.
     *
     * @param clientAddress IPv4 address that it came from
     * @param hostAddress IPv4 address of this host that it has reached
     */
    public record SshConnection(String clientAddress, String hostAddress) {

        /** Parses the variable SSH_CONNECTION: address and port there, address and port here; empty without IPv4 addresses. */
        public static Optional<SshConnection> of(@Nullable String variable) {
            String[] words = variable == null ? new String[0] : variable.split(" ", -1);
            return words.length == 4 && isIpv4Address(words[0]) && isIpv4Address(words[2])
                    ? Optional.of(new SshConnection(words[0], words[2]))
                    : Optional.empty();
        }
    }

    /** Parses an IPv4 address of this host. */
    static final class OwnAddress implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (!isIpv4Address(text) || !isOfThisHost(text)) {
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
    static final class NetworkConverter implements ITypeConverter<Network> {

        @Override
        public Network convert(String text) {
            try {
                return Network.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    private static boolean isIpv4Address(String text) {
        return ContainerSettings.isAddress(text) && !text.contains(":") && !text.equals("0.0.0.0");
    }
}
