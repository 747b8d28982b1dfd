package io.ceiling.watch;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.FolderOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.MessageOptions;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RecordedCommand;
import io.ceiling.harness.command.probe.ProbeCommand;
import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.command.probe.ProbedServers;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.http.HttpRequest;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ceiling watch URL -- COMMAND}: watches a server under a load tool of the user. */
@Command(
        name = WatchCommand.NAME,
        description =
                "Names the limits that another load tool meets, such as wrk or k6, and when; all load is the tool's.",
        customSynopsis = "ceiling watch [OPTIONS] [URL] -- COMMAND...",
        footer = {
            "  ceiling watch http://127.0.0.1:8080/ -- wrk -c 400 -d 30s http://127.0.0.1:8080/   limits that wrk meets",
            "  ceiling watch http://127.0.0.1:8080/ -- k6 run script.js                           limits that k6 meets",
            "  ceiling watch http://127.0.0.1:8080/ --pid=812 --every=100ms -- ./load.sh          of this process, read more often"
        })
@Heading.Under(Heading.EXTERNAL)
public final class WatchCommand extends ParsedCommand {

    public static final String NAME = "watch";

    private static final Duration DEFAULT_PERIOD = Duration.ofMillis(250);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "URL",
            description =
                    "the server, with the path that the tool gets if it gets a single one (default: that of the tool's only"
                            + " URL)")
    private @Nullable String url;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = RecordedCommand.PROGRAM,
            description = "the command of the load tool with its arguments")
    private List<String> tool = new ArrayList<>();

    @Between(min = 50)
    @Option(names = "--every", paramLabel = "TIME", description = "time between two readings (default: 250ms)")
    private Duration every = DEFAULT_PERIOD;

    @Between(min = 1)
    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "process of the server on this host (default: the one that listens on the port)")
    private @Nullable Integer pid;

    @Option(
            names = "--jmx",
            paramLabel = "HOST:PORT",
            converter = ProbeCommand.HostAndPort.class,
            description = "JMX port of the server (default: attach to its JVM, if it runs as your user)")
    private @Nullable String jmx;

    @Option(
            names = "--i-own-this-server",
            description = "confirms that the tool may overload the server; required unless the URL is on loopback")
    private boolean owned;

    @Option(names = "--insecure", description = "accepts any certificate of an https or wss URL")
    private boolean insecure;

    @Mixin
    private final MessageOptions message = new MessageOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    private WatchCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new WatchCommand(context));
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<URI> ofTool = urlOfTool();
        String given = url == null || !url.contains(":") ? "http://127.0.0.1:8080/" : url;
        if (url == null || !url.contains(":") || tool.isEmpty() || tool.get(0).isBlank()) {
            throw CommandException.badArguments(
                    "watch must have a URL and the command of a load tool, such as ceiling watch %s -- wrk -c 400 %s"
                            .formatted(given, given));
        }
        ProbeRequest.ProbedServer server = ProbedServers.forExternalLoad(owned, insecure, message.headers())
                .of(url, pid, jmx);
        Target.Endpoint endpoint = server.target().endpoint();
        RunRequest run = request(folder, "%s-%d".formatted(endpoint.serverName(), endpoint.port()));
        WatchRequest request = new WatchRequest(
                run,
                server,
                tool,
                single(ofTool.map(URI::toString).orElse(url)),
                every,
                context.jdks().choose(Dimension.NEWEST));
        return context.starter().start(run, request, frame -> new WatchRunner(frame).run(request));
    }

    // Takes the server from the only URL of the tool if nothing stands before --; returns that URL.
    private Optional<URI> urlOfTool() {
        List<String> words = spec().commandLine().getParseResult().originalArgs();
        int dashes = words.indexOf("--");
        // The parser takes the first word behind the dashes for the URL if there is none before them.
        if (url == null || dashes < 0 || words.subList(0, dashes).contains(url)) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(tool);
        command.add(0, url);
        Optional<URI> only = ToolUrl.singleUrl(command);
        only.ifPresent(found -> {
            url = ToolUrl.server(found);
            tool = command;
        });
        return only;
    }

    private Optional<HttpRequest> single(String asked) {
        return message.isGiven() ? Optional.of(message.request(ToolUrl.pathOf(asked))) : Optional.empty();
    }
}
