package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.FolderOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.HeldWorkload;
import io.ceiling.harness.cli.Needs;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RequestOptions;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options about a running server, for commands that measure either such a server or one that they start. */
@Heading.Under(Heading.EXTERNAL)
public final class RunningServerOptions {

    private static final Duration TIME_LIMIT = Duration.ofMinutes(10);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = Needs.URL,
            description = "a running server, in place of one that is started: http://127.0.0.1:8080/app")
    private @Nullable String url;

    @Between(min = 1)
    @Needs(Needs.URL)
    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "process of the running server (default: the one that listens on the port)")
    private @Nullable Integer pid;

    @Needs(Needs.URL)
    @Option(
            names = "--jmx",
            paramLabel = "HOST:PORT",
            converter = ProbeCommand.HostAndPort.class,
            description = "JMX port of the running server (default: attach to its JVM, if it runs as your user)")
    private @Nullable String jmx;

    @Heading.FirstScreen
    @Needs(Needs.URL)
    @Option(
            names = "--i-own-this-server",
            description = "confirms that you may load the server; required unless the URL is on loopback")
    private boolean owned;

    @Needs(Needs.URL)
    @Option(names = "--insecure", description = "accepts any certificate of an https or wss URL")
    private boolean insecure;

    @Mixin
    private final RequestOptions requests = new RequestOptions();

    /**
     * Returns the request to probe the server; empty if no URL was given.
     *
     * @param command command with whose name the run's folder begins
     * @param given settings that were given, of which only the workload is allowed
     * @param connections most connections
     * @throws CommandException if options contradict each other
     */
    public Optional<ProbeRequest> probe(
            CommandContext context,
            ParsedCommand command,
            Map<Dimension, String> given,
            int connections,
            FolderOptions folder) {
        if (url == null) {
            return Optional.empty();
        }
        given.keySet().stream()
                .filter(dimension -> dimension != Dimension.WORKLOAD)
                .findFirst()
                .ifPresent(dimension -> {
                    throw CommandException.badArguments(
                            "%s is for a server that is started, not for a running one: give either the URL or settings"
                                    .formatted(DimensionOptions.option(dimension)));
                });
        Optional<CustomRequest> custom = requests.request();
        requests.requireNoWorkload(given);
        if (custom.isEmpty()) {
            requests.requireUnchanged();
        }
        OptionalInt cap = OptionalInt.of(connections);
        ProbeRequest.ProbedServer server =
                new ProbedServers(owned, insecure, requests.headers(), cap).of(url, pid, jmx);
        Target.Endpoint endpoint = server.target().endpoint();
        return Optional.of(new ProbeRequest(
                command.request(folder, "%s-%d".formatted(endpoint.serverName(), endpoint.port())),
                List.of(server),
                Optional.empty(),
                new ProbeRequest.ProbeLoad(
                        custom.isPresent() ? List.of() : List.of(Workloads.of(HeldWorkload.of(given))),
                        custom,
                        Messaging.DEFAULT,
                        cap,
                        Optional.empty()),
                TIME_LIMIT,
                context.jdks().choose(Dimension.NEWEST)));
    }
}
