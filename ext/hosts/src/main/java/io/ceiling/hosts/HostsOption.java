package io.ceiling.hosts;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.run.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for servers and load agents on further hosts. */
public class HostsOption implements RunOption {

    @Override
    public Set<String> commands() {
        return Set.of("run", "climb", "traffic", "rooms", "doctor");
    }

    @Override
    public OptionValues values() {
        return new HostsValues(false);
    }

    /** The option of a command whose servers run already: all hosts get load agents. */
    public static final class OfProbe extends HostsOption {

        @Override
        public Set<String> commands() {
            return Set.of("probe");
        }

        @Override
        public OptionValues values() {
            return new HostsValues(true);
        }
    }

    @Heading.Under(Heading.HOSTS)
    static final class HostsValues implements OptionValues {

        private final boolean loadOnly;

        @Option(
                names = OtherHosts.OPTION,
                paramLabel = "NAME=COMMAND",
                converter = NodeConverter.class,
                description = "a node, and the command that starts it and is its standard input and output, such as"
                        + " 'load1=ssh load1 ceiling node'; once for each node. ceiling node --servers takes servers, without"
                        + " --servers load agents (docs/hosts.md)")
        private List<HostsRequest.Node> hosts = new ArrayList<>();

        HostsValues(boolean loadAlone) {
            this.loadOnly = loadAlone;
        }

        @Override
        public boolean isGiven() {
            return !hosts.isEmpty();
        }

        @Override
        public RunRequest applyTo(RunRequest request) {
            return request().map(request::with).orElse(request);
        }

        @Override
        public Optional<OtherHosts> hosts() {
            return request().map(all -> all);
        }

        private Optional<HostsRequest> request() {
            if (hosts.stream().map(HostsRequest.Node::name).distinct().count() < hosts.size()) {
                throw CommandException.badArguments("--hosts must give each node a name of its own");
            }
            return hosts.isEmpty() ? Optional.empty() : Optional.of(new HostsRequest(hosts, loadOnly));
        }
    }

    /** Parses a node with its command. */
    static final class NodeConverter implements ITypeConverter<HostsRequest.Node> {

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
}
