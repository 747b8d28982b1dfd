package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.external.ProbeRequest;
import io.ceiling.harness.run.watch.WatchRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options of {@code probe --watch URL -- COMMAND}: a load tool that is not this project's, in place of a ramp. */
@Heading.Under(Heading.WATCH)
final class WatchOptions {

    static final String WATCH = "--watch";

    /** The label of the words after the first one of the tool's command. */
    static final String COMMAND = "COMMAND";

    private static final String EVERY = "--every";
    private static final Duration USUAL_PERIOD = Duration.ofMillis(250);

    /** Options that mean the same beside another tool; all others are about a load of our own. */
    private static final Set<String> ALLOWED = Set.of(
            WATCH, EVERY, "--pid", "--jmx", "--i-own-this-server", "--insecure", "--name", "--results", "--verbose");

    @Option(
            names = WATCH,
            paramLabel = "URL",
            description = "watches the server beside another load tool, and puts no load on it but a few single GETs"
                    + " afterwards: '--watch URL -- wrk -c 400 URL'"
                    + " (docs/watch.md)")
    private @Nullable String watch;

    @Option(
            names = EVERY,
            paramLabel = "TIME",
            converter = Period.class,
            description = "with --watch: time between two readings (default: 250ms)")
    private @Nullable Duration every;

    /**
     * The options of probe that apply here too.
     *
     * @param words words beside the options: the command of the tool
     * @param owned true if the user has confirmed that the server may be overloaded
     * @param insecure true to accept any certificate
     * @param pids process of the server; none to find it by its port
     * @param jmx JMX port of the server; none to attach to its JVM
     */
    record Others(List<String> words, boolean owned, boolean insecure, List<Integer> pids, List<String> jmx) {}

    /**
     * Returns the request to watch; empty if none was made.
     *
     * @throws CommandException if the options do not go together
     */
    Optional<WatchRequest> request(CommandSpec spec, Others others, FolderOptions folder, CommandContext context) {
        if (watch == null) {
            requireProbe(others.words());
            return Optional.empty();
        }
        requireOnlyAllowed(spec);
        if (others.words().isEmpty() || others.words().get(0).isBlank()) {
            throw CommandException.badArguments(
                    "--watch must come with the command of a load tool, such as --watch %s -- wrk -c 400 %s"
                            .formatted(watch, watch));
        }
        List<TargetUrl> urls = TargetUrl.parseAll(watch);
        if (urls.size() > 1) {
            throw CommandException.badArguments("--watch must be one URL, was '%s'".formatted(watch));
        }
        if (others.insecure() && !urls.get(0).tls()) {
            throw CommandException.badArguments("--insecure must come with https or wss, was '%s'".formatted(watch));
        }
        ProbeRequest.Server server = ProbedServers.watched(others.owned(), others.insecure())
                .of(urls, others.pids(), others.jmx())
                .get(0);
        RunRequest run = new RunRequest(
                new RunRequest.Folders(
                        context.home(),
                        folder.results(context.home()),
                        folder.name("watch-%s-%d"
                                .formatted(
                                        server.target().endpoint().serverName(),
                                        server.target().endpoint().port())),
                        Optional.empty(),
                        true),
                List.of(),
                Preset.QUICK.ramp(context.limits().get().memoryFloorBytes()),
                RecordedCommand.of(spec));
        return Optional.of(new WatchRequest(
                run,
                server,
                others.words(),
                every == null ? USUAL_PERIOD : every,
                SingleScenario.surroundings(context).jdks().apply(Dimension.NEWEST)));
    }

    /** Requires what a probe without a tool has: a URL, and nothing that is meant for a tool. */
    private void requireProbe(List<String> words) {
        if (every != null) {
            throw CommandException.badArguments("--every must come with --watch");
        }
        if (words.isEmpty()) {
            throw CommandException.badArguments(
                    "Missing required parameter: 'URL[,URL...]'. Hint: see ceiling probe --help");
        }
        if (words.size() > 1) {
            throw CommandException.badArguments(
                    "a command needs --watch: probe takes one URL, and puts its own load on it; %d more %s given. Hint: --watch URL -- COMMAND"
                            .formatted(words.size() - 1, words.size() == 2 ? "word was" : "words were"));
        }
    }

    private static void requireOnlyAllowed(CommandSpec spec) {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!ALLOWED.contains(option.longestName())) {
                throw CommandException.badArguments("%s does not go with --watch, where all load is that of the tool"
                        .formatted(option.longestName()));
            }
        }
    }

    static final class Period extends Converters.Time {
        Period() {
            super(Duration.ofMillis(50));
        }
    }
}
