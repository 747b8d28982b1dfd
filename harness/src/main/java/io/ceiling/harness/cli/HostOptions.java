package io.ceiling.harness.cli;

import io.ceiling.container.ContainerSettings;
import io.ceiling.harness.run.node.HostsRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for servers and load agents on further hosts. */
@Heading.Under(Heading.HOSTS)
final class HostOptions {

    private static final Path KEY = Path.of("ceiling.key");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PORT = 7800;

    @Option(
            names = "--hosts",
            paramLabel = "NAME[=ROLE],...",
            split = ",",
            hideParamSyntax = true,
            converter = Wanted.class,
            description = "nodes that must join (ceiling node); ROLE is agents or servers (default: servers for nodes"
                    + " that were started with --servers, otherwise agents)")
    private List<HostsRequest.Wanted> hosts = new ArrayList<>();

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS[:PORT]",
            converter = Endpoint.class,
            description =
                    "IP address of this host on which nodes join, and on which its servers listen then (port: 7800;"
                            + " 0 for a free one)")
    private @Nullable Endpoint listen;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "file with the key of the run, of which each node needs a copy; written if it does not exist"
                    + " (default: ceiling.key)")
    private Path key = KEY;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = Converters.SomeTime.class,
            description = "how long nodes are awaited (default: 60s)")
    private Duration patience = PATIENCE;

    /** Returns the hosts that were asked for; empty for this host alone. */
    Optional<HostsRequest> request() {
        if (hosts.isEmpty()) {
            if (listen != null) {
                throw CommandException.badArguments("--listen must come with --hosts, the nodes that join there");
            }
            return Optional.empty();
        }
        if (listen == null) {
            throw CommandException.badArguments(
                    "--hosts must come with --listen=ADDRESS, an IP address of this host that the nodes reach");
        }
        long distinct = hosts.stream().map(HostsRequest.Wanted::name).distinct().count();
        if (distinct < hosts.size()) {
            throw CommandException.badArguments("--hosts must name each node once");
        }
        return Optional.of(new HostsRequest(listen.address(), listen.port(), key.toAbsolutePath(), hosts, patience));
    }

    /**
     * Returns the hosts that were asked for, all of them for load agents.
     *
     * @throws CommandException if one was asked to take servers
     */
    Optional<HostsRequest> ofAgentsAlone() {
        return request()
                .map(all -> new HostsRequest(
                        all.address(),
                        all.port(),
                        all.keyFile(),
                        all.nodes().stream().map(HostOptions::forAgents).toList(),
                        all.patience()));
    }

    private static HostsRequest.Wanted forAgents(HostsRequest.Wanted wanted) {
        if (wanted.role().filter(role -> role == HostsRequest.Role.SERVERS).isPresent()) {
            throw CommandException.badArguments(
                    "--hosts: %s cannot take servers, this command starts none".formatted(wanted.name()));
        }
        return new HostsRequest.Wanted(wanted.name(), Optional.of(HostsRequest.Role.AGENTS));
    }

    /** Parses a node with its role. */
    static final class Wanted implements ITypeConverter<HostsRequest.Wanted> {

        private static final Pattern NODE = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,63})(?:=(agents|servers))?");

        @Override
        public HostsRequest.Wanted convert(String text) {
            Matcher matcher = NODE.matcher(text);
            if (!matcher.matches() || text.equals("harness")) {
                throw new TypeConversionException(
                        "must be names of nodes (not harness), with =agents or =servers behind them if wished, was '%s'"
                                .formatted(text));
            }
            Optional<HostsRequest.Role> role = Optional.ofNullable(matcher.group(2))
                    .map(given -> given.equals("agents") ? HostsRequest.Role.AGENTS : HostsRequest.Role.SERVERS);
            return new HostsRequest.Wanted(matcher.group(1), role);
        }
    }

    /**
     * An IP address with a port.
     *
     * @param address IP address of this host
     * @param port TCP port; 0 for a free one
     */
    record Endpoint(String address, int port) implements ITypeConverter<Endpoint> {

        Endpoint() {
            this(ContainerSettings.LOOPBACK, PORT);
        }

        @Override
        public Endpoint convert(String text) {
            int colon = text.lastIndexOf(':');
            String host = colon < 0 ? text : text.substring(0, colon);
            if (!isOneOfIpv4(host)) {
                throw new TypeConversionException(
                        "must be an IPv4 address, with a port if wished, such as 198.18.0.1:7800, was '%s'"
                                .formatted(text));
            }
            return new Endpoint(
                    host,
                    colon < 0 ? PORT : new Converters.WholeNumber(0, 65_535) {}.number(text.substring(colon + 1), ""));
        }
    }

    /** Returns true if the text is one IPv4 address, and not all of a host. */
    static boolean isOneOfIpv4(String text) {
        return ContainerSettings.isAddress(text) && !text.contains(":") && !text.equals("0.0.0.0");
    }
}
