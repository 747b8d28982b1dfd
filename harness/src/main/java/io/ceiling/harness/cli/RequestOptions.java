package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.InFlight;
import io.ceiling.load.workload.CustomPlan;
import java.nio.charset.StandardCharsets;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the request to the user's own application. */
@Heading.Under(Heading.OWN_APPLICATION)
public final class RequestOptions {

    public static final String HOLD = "--hold-request";
    static final String IN_FLIGHT = "--in-flight";
    private static final String THINK = "--think";
    private static final String RATE = "--rate";
    private static final String STOMP = "--stomp";
    public static final String EXPECT_ANSWER = "--expect-answer";

    /** The options for an application that is started, in the commands that start one. */
    private static final String WAR = "--war";

    private static final String JAR = "--jar";
    private static final String RUNNING = "for a server that runs already: ceiling probe URL %s=...";

    /** The options whose values are paths, with a query that may be secret. */
    static final Set<String> PATHS = Set.of("--get", IN_FLIGHT, HOLD, "--sse", "--websocket");

    @Heading.First
    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes({IN_FLIGHT, HOLD, "--sse", "--websocket"})
    @Option(
            names = {"-g", "--get"},
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "GET with a complete response; the connection stays open")
    private @Nullable String get;

    @Heading.First
    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes({HOLD, "--sse", "--websocket"})
    @Option(
            names = IN_FLIGHT,
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "GET on every connection at once; finds how many are answered within the SLO")
    private @Nullable String inFlight;

    @Needs(IN_FLIGHT)
    @Excludes(value = RATE, why = ": an open loop waits for no answer")
    @Option(
            names = THINK,
            paramLabel = "TIME[..TIME]",
            converter = Converters.TimeRange.Converter.class,
            description =
                    "with --in-flight: time between an answer and the next request, such as 2s or 1s..5s (default: 0)")
    private Converters.@Nullable TimeRange think;

    @Between(min = 1, max = 1_000_000)
    @Needs(IN_FLIGHT)
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
            description = "GET whose response stays open; counts as served once the response headers arrive")
    private @Nullable String hold;

    @Needs(
            value = {WAR, JAR, Needs.URL},
            hint = RUNNING)
    @Excludes("--websocket")
    @Option(
            names = "--sse",
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "GET that is answered with server-sent events")
    private @Nullable String sse;

    @Heading.First
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

    @Needs("--send")
    @Option(
            names = EXPECT_ANSWER,
            paramLabel = "REGEX",
            converter = PatternConverter.class,
            description = "with --send: pattern found in the answer; other text messages are ignored")
    private @Nullable Pattern answer;

    private record RequestedPath(String option, CustomPlan.Kind kind, String path) {}

    /** Returns the request; empty if none was given. */
    public Optional<CustomRequest> request() {
        return asked().stream()
                .findFirst()
                .map(one -> new CustomRequest(
                        one.kind(),
                        one.path(),
                        stomp != null ? stomp : send == null ? "" : send,
                        answer == null ? "" : answer.pattern(),
                        pace()));
    }

    private Optional<InFlight> pace() {
        if (inFlight == null) {
            return Optional.empty();
        }
        return Optional.of(new InFlight(
                think == null ? Duration.ZERO : think.min(),
                think == null ? Duration.ZERO : think.max(),
                rate == null ? OptionalInt.empty() : OptionalInt.of(rate)));
    }

    /** Requires that no workload is given beside an application of the user, which that option names. */
    public static void requireNoWorkload(String option, Map<Dimension, ?> given) {
        if (given.containsKey(Dimension.WORKLOAD)) {
            throw CommandException.badArguments(
                    "--workload is for ceiling.war, %s for your own application: give only one".formatted(option));
        }
    }

    /** Requires that no workload is given beside a request. */
    public void requireNoWorkload(Map<Dimension, ?> given) {
        option().ifPresent(option -> requireNoWorkload(option, given));
    }

    /** Returns the option that names the request, for messages; empty if none was given. */
    public Optional<String> option() {
        return asked().stream().findFirst().map(RequestedPath::option);
    }

    private List<RequestedPath> asked() {
        List<RequestedPath> asked = new ArrayList<>();
        add(asked, "--get", CustomPlan.Kind.GET, get);
        add(asked, IN_FLIGHT, CustomPlan.Kind.IN_FLIGHT, inFlight);
        add(asked, HOLD, CustomPlan.Kind.HOLD, hold);
        add(asked, "--sse", CustomPlan.Kind.SSE, sse);
        add(asked, "--websocket", stomp == null ? CustomPlan.Kind.WEBSOCKET : CustomPlan.Kind.STOMP, webSocket);
        return asked;
    }

    private static void add(List<RequestedPath> asked, String option, CustomPlan.Kind kind, @Nullable String path) {
        if (path != null) {
            asked.add(new RequestedPath(option, kind, path));
        }
    }

    static final class PathConverter implements ITypeConverter<String> {

        private static final Pattern PATH = Pattern.compile("/[!-~&&[^#]]{0,2000}");

        @Override
        public String convert(String path) {
            if (!PATH.matcher(path).matches()) {
                throw new TypeConversionException(
                        "must be a path such as /events?id=7 (printable ASCII, begins with /, no blank, no #), was '%s'"
                                .formatted(path));
            }
            return path;
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

        /** Less than an event loop of the load agent can write at once. */
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
