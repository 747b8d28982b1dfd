package io.ceiling.harness.cli;

import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.InFlight;
import io.ceiling.load.workload.CustomPlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    /** The options whose values are paths, with a query that may be secret. */
    static final Set<String> PATHS = Set.of("--get", IN_FLIGHT, HOLD, "--sse", "--websocket");

    @Heading.First
    @Option(
            names = {"-g", "--get"},
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "GET with a complete response; the connection stays open")
    private @Nullable String get;

    @Heading.First
    @Option(
            names = IN_FLIGHT,
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "GET on every connection at once; finds how many are answered within the SLO")
    private @Nullable String inFlight;

    @Option(
            names = THINK,
            paramLabel = "TIME[..TIME]",
            converter = Converters.TimeRange.Converter.class,
            description =
                    "with --in-flight: time between an answer and the next request, such as 2s or 1s..5s (default: 0)")
    private Converters.@Nullable TimeRange think;

    @Option(
            names = RATE,
            paramLabel = "N",
            converter = Rate.class,
            description = "with --in-flight: requests a second over all connections, answered or not (open loop)")
    private @Nullable Integer rate;

    @Option(
            names = HOLD,
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "GET whose response stays open; counts as served once the response headers arrive")
    private @Nullable String hold;

    @Option(
            names = "--sse",
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "GET that is answered with server-sent events")
    private @Nullable String sse;

    @Heading.First
    @Option(
            names = "--websocket",
            paramLabel = "PATH",
            converter = PathConverter.class,
            description = "WebSocket endpoint")
    private @Nullable String webSocket;

    @Option(
            names = STOMP,
            paramLabel = "DESTINATION",
            converter = DestinationConverter.class,
            description = "with --websocket: speaks STOMP, and subscribes to this destination, such as /topic/prices")
    private @Nullable String stomp;

    @Option(
            names = "--send",
            paramLabel = "TEXT",
            converter = MessageConverter.class,
            description = "with --websocket: text message that the application answers")
    private @Nullable String send;

    @Option(
            names = EXPECT_ANSWER,
            paramLabel = "REGEX",
            converter = PatternConverter.class,
            description = "with --send: pattern found in the answer; other text messages are ignored")
    private @Nullable Pattern answer;

    private record Asked(String option, CustomPlan.Kind kind, String path) {}

    /**
     * Returns the request; empty if none was given.
     *
     * @throws CommandException if options exclude each other, or one lacks another that it needs
     */
    public Optional<CustomRequest> request() {
        List<Asked> asked = asked();
        if (asked.size() > 1) {
            throw CommandException.badArguments("%s and %s exclude each other, were '%s' and '%s'"
                    .formatted(
                            asked.get(0).option(),
                            asked.get(1).option(),
                            asked.get(0).path(),
                            asked.get(1).path()));
        }
        if (stomp != null && webSocket == null) {
            throw CommandException.badArguments(
                    "%s must come with --websocket, the endpoint of STOMP, was '%s'".formatted(STOMP, stomp));
        }
        if (stomp != null && send != null) {
            throw CommandException.badArguments(
                    "%s and --send exclude each other: STOMP has frames of its own, were '%s' and '%s'"
                            .formatted(STOMP, stomp, send));
        }
        if (send != null && webSocket == null) {
            throw CommandException.badArguments("--send must come with --websocket, was '%s'".formatted(send));
        }
        if (answer != null && send == null) {
            throw CommandException.badArguments("%s must come with --send, was '%s'".formatted(EXPECT_ANSWER, answer));
        }
        Optional<InFlight> pace = pace();
        return asked.stream()
                .findFirst()
                .map(one -> new CustomRequest(
                        one.kind(),
                        one.path(),
                        stomp != null ? stomp : send == null ? "" : send,
                        answer == null ? "" : answer.pattern(),
                        pace));
    }

    private Optional<InFlight> pace() {
        if (inFlight == null && think != null) {
            throw CommandException.badArguments("%s must come with %s, was '%s'"
                    .formatted(
                            THINK,
                            IN_FLIGHT,
                            text(think.min()) + (think.min().equals(think.max()) ? "" : ".." + text(think.max()))));
        }
        if (inFlight == null && rate != null) {
            throw CommandException.badArguments("%s must come with %s, was '%d'".formatted(RATE, IN_FLIGHT, rate));
        }
        if (think != null && rate != null) {
            throw CommandException.badArguments(
                    "%s and %s exclude each other: an open loop waits for no answer, was '%d'"
                            .formatted(THINK, RATE, rate));
        }
        if (inFlight == null) {
            return Optional.empty();
        }
        return Optional.of(new InFlight(
                think == null ? Duration.ZERO : think.min(),
                think == null ? Duration.ZERO : think.max(),
                rate == null ? OptionalInt.empty() : OptionalInt.of(rate)));
    }

    /** Returns a time in the largest unit of options that is exact. */
    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    /** Returns the option that names the request, for messages; empty if none was given. */
    public Optional<String> option() {
        return asked().stream().findFirst().map(Asked::option);
    }

    private List<Asked> asked() {
        List<Asked> asked = new ArrayList<>();
        add(asked, "--get", CustomPlan.Kind.GET, get);
        add(asked, IN_FLIGHT, CustomPlan.Kind.IN_FLIGHT, inFlight);
        add(asked, HOLD, CustomPlan.Kind.HOLD, hold);
        add(asked, "--sse", CustomPlan.Kind.SSE, sse);
        add(asked, "--websocket", stomp == null ? CustomPlan.Kind.WEBSOCKET : CustomPlan.Kind.STOMP, webSocket);
        return asked;
    }

    private static void add(List<Asked> asked, String option, CustomPlan.Kind kind, @Nullable String path) {
        if (path != null) {
            asked.add(new Asked(option, kind, path));
        }
    }

    static final class Rate extends Converters.WholeNumber {
        Rate() {
            super(1, 1_000_000);
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
