package io.ceiling.hosts;

import io.ceiling.container.ContainerSettings;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Heading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for servers and load agents on further hosts. */
@Heading.Under(Heading.HOSTS)
public final class HostOptions {

    public static final String HOSTS = "--hosts";

    @Option(
            names = HOSTS,
            paramLabel = "NAME=COMMAND",
            converter = Nodes.class,
            description = "a node, and the command that starts it and is its standard input and output, such as"
                    + " 'load1=ssh load1 ceiling node'; once for each node. ceiling node --servers takes servers, without"
                    + " --servers load agents (docs/hosts.md)")
    private List<HostsRequest.Node> hosts = new ArrayList<>();

    /** Returns true for a recorded argument that names a node. */
    public static boolean isOne(String argument) {
        return argument.startsWith(HOSTS + "=");
    }

    /** Returns the hosts that were asked for; empty for this host alone. */
    public Optional<HostsRequest> request() {
        return request(false);
    }

    /** Returns the hosts that were asked for, all of them for load agents. */
    public Optional<HostsRequest> ofAgentsAlone() {
        return request(true);
    }

    private Optional<HostsRequest> request(boolean loadAlone) {
        if (hosts.stream().map(HostsRequest.Node::name).distinct().count() < hosts.size()) {
            throw CommandException.badArguments("--hosts must give each node a name of its own");
        }
        return hosts.isEmpty() ? Optional.empty() : Optional.of(new HostsRequest(hosts, loadAlone));
    }

    /** Parses a node with its command. */
    static final class Nodes implements ITypeConverter<HostsRequest.Node> {

        private static final Pattern NODE = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,63})=(.*)", Pattern.DOTALL);

        @Override
        public HostsRequest.Node convert(String text) {
            Matcher matcher = NODE.matcher(text);
            if (!matcher.matches() || matcher.group(1).equals("harness")) {
                throw new TypeConversionException(
                        "must be a name (not harness) and the command that starts ceiling node there, such as 'load1=ssh load1 ceiling node', was '%s'"
                                .formatted(text));
            }
            try {
                return new HostsRequest.Node(matcher.group(1), CommandWords.of(matcher.group(2)));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("%s, was '%s'".formatted(e.getMessage(), text));
            }
        }
    }

    /** Returns true if the text is one IPv4 address, and not all of a host. */
    static boolean isOneOfIpv4(String text) {
        return ContainerSettings.isAddress(text) && !text.contains(":") && !text.equals("0.0.0.0");
    }
}
