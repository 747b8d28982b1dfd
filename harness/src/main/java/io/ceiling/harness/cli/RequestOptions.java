package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.Statuses;
import io.ceiling.load.workload.CustomPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the request to the user's own application. */
@Heading.Under(Heading.OWN_APPLICATION)
public final class RequestOptions {

    public static final String HOLD = "--hold-request";
    static final String IN_FLIGHT = "--in-flight";
    public static final String MIX = "--requests";
    private static final String THINK = "--think";
    private static final String RATE = "--rate";
    private static final String STOMP = "--stomp";
    public static final String EXPECT_ANSWER = "--expect-answer";

    /** The options for an application that is started, in the commands that start one. */
    static final String WAR = "--war";

    static final String JAR = "--jar";
    private static final String RUNNING = "for a server that runs already: ceiling probe URL %s=...";

    /** The options whose values are paths, with a query that may be secret. */
    static final Set<String> PATHS = Set.of("--get", IN_FLIGHT, HOLD, "--sse", "--websocket");

    @Heading.FirstScreen
    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes({IN_FLIGHT, MIX, HOLD, "--sse", "--websocket"})
    @Option(
            names = {"-g", "--get"},
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "request with a complete answer; the connection stays open")
    private @Nullable String get;

    @Heading.FirstScreen
    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes({MIX, HOLD, "--sse", "--websocket"})
    @Option(
            names = IN_FLIGHT,
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "request on every connection at once; finds how many are answered within the SLO")
    private @Nullable String inFlight;

    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes({HOLD, "--sse", "--websocket"})
    @Option(
            names = MIX,
            paramLabel = "FILE",
            converter = MixConverter.class,
            description =
                    "several requests with weights, on every connection at once: targets as of vegeta, or a .http file"
                            + " (docs/requests.md)")
    private @Nullable Path mix;

    @Needs({IN_FLIGHT, MIX})
    @Excludes(value = RATE, why = ": an open loop waits for no answer")
    @Option(
            names = THINK,
            paramLabel = "TIME[..TIME]",
            converter = Converters.TimeRange.Converter.class,
            description =
                    "with --in-flight: time between an answer and the next request, such as 2s or 1s..5s (default: 0)")
    private Converters.@Nullable TimeRange think;

    @Between(min = 1, max = 1_000_000)
    @Needs({IN_FLIGHT, MIX})
    @Option(
            names = RATE,
            paramLabel = "N",
            description = "with --in-flight: requests a second over all connections, answered or not (open loop)")
    private @Nullable Integer rate;

    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes({"--sse", "--websocket"})
    @Option(
            names = HOLD,
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "request whose answer stays open; counts as served once its headers arrive")
    private @Nullable String hold;

    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes("--websocket")
    @Option(
            names = "--sse",
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "request that is answered with server-sent events")
    private @Nullable String sse;

    @Heading.FirstScreen
    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Option(
            names = "--websocket",
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "WebSocket endpoint")
    private @Nullable String webSocket;

    @Needs(value = "--websocket", words = ", the endpoint of STOMP")
    @Excludes(value = "--send", why = ": STOMP has frames of its own")
    @Option(
            names = STOMP,
            paramLabel = "DESTINATION",
            converter = DestinationConverter.class,
            description = "with --websocket: speaks STOMP, and subscribes to this destination, such as /topic/prices")
    private @Nullable String stomp;

    @Needs("--websocket")
    @Option(
            names = "--send",
            paramLabel = "TEXT",
            converter = MessageConverter.class,
            description = "with --websocket: text message that the application answers")
    private @Nullable String send;

    @Needs({WAR, JAR, Needs.URL})
    @Excludes(
            value = {HOLD, "--sse", STOMP},
            why = ": its answer has no end")
    @Option(
            names = EXPECT_ANSWER,
            paramLabel = "REGEX",
            converter = PatternConverter.class,
            description =
                    "pattern found in the first 16 KiB of each answer, or in the one to --send; other messages are ignored")
    private @Nullable Pattern answer;

    @Needs({WAR, JAR, Needs.URL})
    @Excludes(value = "--websocket", why = ": an upgrade is answered with 101")
    @Option(
            names = "--expect-status",
            paramLabel = "STATUS,...",
            converter = StatusConverter.class,
            description = "statuses that are right, such as 200,409, 300-399 or 4xx (default: 2xx)")
    private @Nullable String expectStatus;

    @Needs({WAR, JAR, Needs.URL})
    @Excludes(
            value = {HOLD, "--sse", "--websocket"},
            why = ": its answer stays open")
    @Option(names = "--follow", description = "follows redirects to the same server, as part of the request")
    private boolean follow;

    @Mixin
    private final MessageOptions message = new MessageOptions();

    private record RequestedPath(String option, CustomPlan.Kind kind, String path) {}

    /** Returns the request without the common headers, which belong to the server; empty if none was given. */
    public Optional<CustomRequest> request() {
        if (webSocket != null && answer != null && send == null) {
            throw CommandException.badArguments(
                    "--expect-answer must come with --send where a WebSocket is asked, was '%s'"
                            .formatted(answer.pattern()));
        }
        return requestedPaths().stream().findFirst().map(this::request);
    }

    private CustomRequest request(RequestedPath requestedPath) {
        List<HttpRequest> requests = mix == null
                ? List.of(CommandException.checkArguments(() -> message.request(requestedPath.path())))
                : RequestFiles.readInstalled(mix);
        boolean ends = requestedPath.kind() == CustomPlan.Kind.GET || requestedPath.kind() == CustomPlan.Kind.IN_FLIGHT;
        if (!ends && requests.get(0).hasPlaceholders()) {
            throw CommandException.badArguments(
                    "%s must have no placeholder: they are for --get, --in-flight and --requests"
                            .formatted(requestedPath.option()));
        }
        if (answer != null
                && requests.stream().anyMatch(request -> request.method().equals("HEAD"))) {
            throw CommandException.badArguments(
                    "--expect-answer must come with requests that are answered with a body, HEAD is not");
        }
        return new CustomRequest(
                requestedPath.kind(),
                requests,
                RequestFiles.linesOf(requests, mix),
                mix == null ? "" : String.valueOf(mix.getFileName()),
                stomp != null ? stomp : send == null ? "" : send,
                expected(),
                pace());
    }

    /** Returns the request to an application that is started, with the headers; empty if none was given. */
    public Optional<CustomRequest> requestWithHeaders() {
        List<String> headers = message.headers();
        return request()
                .map(request -> CommandException.checkArguments(() -> request.withRequests(
                        request.requests().stream()
                                .map(one -> one.withHeaders(headers))
                                .toList(),
                        request.expect())));
    }

    /** Returns the request that a URL's path names, with the options for method, headers and body. */
    public CustomRequest request(CustomRequest ofUrl) {
        if (ofUrl.kind() == CustomPlan.Kind.WEBSOCKET) {
            changingOption().ifPresent(option -> {
                throw CommandException.badArguments(
                        "%s is for http and https, the URL is that of a WebSocket".formatted(option));
            });
            return ofUrl;
        }
        return request(new RequestedPath("URL", ofUrl.kind(), ofUrl.path()));
    }

    /** Requires that no option changes a request if no request was given. */
    public void requireUnchanged() {
        changingOption().ifPresent(option -> {
            throw CommandException.badArguments(
                    "%s must come with --get, --in-flight, --hold-request or --sse".formatted(option));
        });
    }

    // Returns an option that changes more of a request than its headers; empty if none was given.
    private Optional<String> changingOption() {
        return message.option()
                .or(() -> Optional.ofNullable(expectStatus).map(given -> "--expect-status"))
                .or(() -> follow ? Optional.of("--follow") : Optional.empty())
                .or(() -> answer != null && send == null ? Optional.of(EXPECT_ANSWER) : Optional.empty());
    }

    private ExpectedAnswer expected() {
        return new ExpectedAnswer(
                expectStatus == null ? Statuses.SUCCESS : expectStatus, answer == null ? "" : answer.pattern(), follow);
    }

    public List<String> headers() {
        return message.headers();
    }

    private Optional<RequestPace> pace() {
        if (inFlight == null && mix == null) {
            return Optional.empty();
        }
        return Optional.of(new RequestPace(
                think == null ? Duration.ZERO : think.min(),
                think == null ? Duration.ZERO : think.max(),
                rate == null ? OptionalInt.empty() : OptionalInt.of(rate)));
    }

    /** Requires that no workload is given with an application of the user, which the option names. */
    public static void requireNoWorkload(String option, Map<Dimension, ?> given) {
        if (given.containsKey(Dimension.WORKLOAD)) {
            throw CommandException.badArguments(
                    "--workload is for ceiling.war, %s for your own application: give only one".formatted(option));
        }
    }

    public void requireNoWorkload(Map<Dimension, ?> given) {
        option().or(this::changingOption).ifPresent(option -> requireNoWorkload(option, given));
    }

    /** Returns the option that names the request, for messages; empty if none was given. */
    public Optional<String> option() {
        return requestedPaths().stream().findFirst().map(RequestedPath::option);
    }

    private List<RequestedPath> requestedPaths() {
        List<RequestedPath> paths = new ArrayList<>();
        add(paths, "--get", CustomPlan.Kind.GET, get);
        add(paths, IN_FLIGHT, CustomPlan.Kind.IN_FLIGHT, inFlight);
        add(paths, MIX, CustomPlan.Kind.IN_FLIGHT, mix == null ? null : mix.toString());
        add(paths, HOLD, CustomPlan.Kind.HOLD, hold);
        add(paths, "--sse", CustomPlan.Kind.SSE, sse);
        add(paths, "--websocket", stomp == null ? CustomPlan.Kind.WEBSOCKET : CustomPlan.Kind.STOMP, webSocket);
        return paths;
    }

    private static void add(List<RequestedPath> paths, String option, CustomPlan.Kind kind, @Nullable String path) {
        if (path != null) {
            paths.add(new RequestedPath(option, kind, path));
        }
    }

    /** A path below the URL. */
    public static final class PathConverter implements ITypeConverter<String> {

        private static final Pattern PATH = Pattern.compile("/(?:\\{\\{[^{}]*}}|[!-~&&[^#]]){0,2000}");

        @Override
        public String convert(String path) {
            if (!PATH.matcher(path).matches()) {
                throw new TypeConversionException(
                        "must be a path such as /events?id=7 (printable ASCII, begins with /, no blank, no #), was '%s'"
                                .formatted(CustomRequest.masked(path)));
            }
            MessageOptions.requirePlaceholders(path);
            return path;
        }
    }

    static final class MixConverter implements ITypeConverter<Path> {

        @Override
        public Path convert(String file) {
            if (file.matches("\\d+[km]?")) {
                throw new TypeConversionException(
                        "must name a file with requests, was '%s'. Hint: a ramp ends at the ceiling, not after some requests; --cap=N opens no more than N connections"
                                .formatted(file));
            }
            return Path.of(file);
        }
    }

    static final class DestinationConverter implements ITypeConverter<String> {

        private static final Pattern DESTINATION = Pattern.compile("[!-~]{1,2000}");

        @Override
        public String convert(String destination) {
            if (!DESTINATION.matcher(destination).matches()) {
                throw new TypeConversionException(
                        "must be a destination such as /topic/prices (printable ASCII, no blank), was '%s'"
                                .formatted(destination));
            }
            return destination;
        }
    }

    static final class MessageConverter implements ITypeConverter<String> {

        // Less than an event loop of the load agent can write at once.
        private static final int MAX_BYTES = 8192;

        @Override
        public String convert(String text) {
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_BYTES || bytes == 0) {
                throw new TypeConversionException(
                        "must be a text of 1 to %d bytes, had %d".formatted(MAX_BYTES, bytes));
            }
            return text;
        }
    }

    static final class StatusConverter implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            try {
                if (Statuses.of(text).has(101)) {
                    throw new IllegalArgumentException("101 is that of an upgrade");
                }
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "must be statuses from 200 to 599 such as 200,409, 300-399 or 4xx, was '%s'".formatted(text));
            }
            return text;
        }
    }

    static final class PatternConverter implements ITypeConverter<Pattern> {

        @Override
        public Pattern convert(String regex) {
            try {
                return Pattern.compile(regex);
            } catch (PatternSyntaxException e) {
                throw new TypeConversionException(
                        "must be a regular expression, was '%s': %s".formatted(regex, e.getDescription()));
            }
        }
    }
}
