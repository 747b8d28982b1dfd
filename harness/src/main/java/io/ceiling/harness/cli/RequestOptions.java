package io.ceiling.harness.cli;

import io.ceiling.harness.model.CustomRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about what the user's own application is asked. {@code --hold} is up to the command, which may know it already. */
final class RequestOptions {

    /** What an event loop of the load agent writes at once holds more. */
    private static final int MOST_SEND_BYTES = 8192;

    private static final Pattern PATH = Pattern.compile("/[!-~&&[^#]]{0,2000}");

    @Option(
            names = "--get",
            paramLabel = "PATH",
            description = "own application: a GET that is answered; the connection stays open")
    private @Nullable String get;

    @Option(names = "--sse", paramLabel = "PATH", description = "own application: a response of server-sent events")
    private @Nullable String sse;

    @Option(names = "--websocket", paramLabel = "PATH", description = "own application: a WebSocket")
    private @Nullable String webSocket;

    @Option(
            names = "--send",
            paramLabel = "TEXT",
            description = "with --websocket: a text message that is to be answered")
    private @Nullable String send;

    private record Asked(CustomRequest.Kind kind, String path) {}

    /**
     * What is asked, checked; empty if nothing was given.
     *
     * @param hold the path of a request that stays open; null if there is none
     * @param answer a regular expression that is found in the answer to what is sent; empty for any
     */
    Optional<CustomRequest> request(@Nullable String hold, Optional<String> answer) {
        List<Asked> asked = new ArrayList<>();
        add(asked, CustomRequest.Kind.GET, get);
        add(asked, CustomRequest.Kind.HOLD, hold);
        add(asked, CustomRequest.Kind.SSE, sse);
        add(asked, CustomRequest.Kind.WEBSOCKET, webSocket);
        if (asked.size() > 1) {
            throw CommandException.badArguments("--%s and --%s exclude each other, were '%s' and '%s'"
                    .formatted(
                            asked.get(0).kind().label(),
                            asked.get(1).kind().label(),
                            asked.get(0).path(),
                            asked.get(1).path()));
        }
        boolean talks = !asked.isEmpty() && asked.get(0).kind() == CustomRequest.Kind.WEBSOCKET;
        if (send != null && !talks) {
            throw CommandException.badArguments("--send must come with --websocket, was '%s'".formatted(send));
        }
        if (answer.isPresent() && send == null) {
            throw asked.isEmpty()
                    ? ExpectOptions.refused(answer.get())
                    : CommandException.badArguments("--expect must come with --send, was '%s'".formatted(answer.get()));
        }
        String regex = regex(answer.orElse(""));
        return asked.stream().findFirst().map(one -> new CustomRequest(one.kind(), one.path(), text(), regex));
    }

    /** Whether a text is sent, so that its answer may have to hold something. */
    boolean talks() {
        return send != null;
    }

    private static void add(List<Asked> asked, CustomRequest.Kind kind, @Nullable String path) {
        if (path == null) {
            return;
        }
        if (!PATH.matcher(path).matches()) {
            throw CommandException.badArguments(
                    "--%s must be a path behind the URL's, such as /events?id=7: printable ASCII that begins with a slash, without blanks and #, was '%s'"
                            .formatted(kind.label(), path));
        }
        asked.add(new Asked(kind, path));
    }

    private String text() {
        String text = send == null ? "" : send;
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_SEND_BYTES || (send != null && bytes == 0)) {
            throw CommandException.badArguments(
                    "--send must be a text of 1 to %d bytes, had %d".formatted(MOST_SEND_BYTES, bytes));
        }
        return text;
    }

    private static String regex(String regex) {
        try {
            return Pattern.compile(regex).pattern();
        } catch (PatternSyntaxException e) {
            throw CommandException.badArguments(
                    "--expect must be a regular expression, was '%s': %s".formatted(regex, e.getDescription()));
        }
    }

    /** The given options again as arguments. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        RunOptions.add(arguments, "--get", get);
        RunOptions.add(arguments, "--sse", sse);
        RunOptions.add(arguments, "--websocket", webSocket);
        RunOptions.add(arguments, "--send", send);
        return arguments;
    }
}
