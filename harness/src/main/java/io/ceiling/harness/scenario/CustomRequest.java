package io.ceiling.harness.scenario;

import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.PlaceholderValues;
import io.ceiling.load.http.Placeholders;
import io.ceiling.load.workload.CustomPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The request that connections send to the user's own application, in place of a workload of this project's web
 * application; or a mix of requests, from which they draw.
 *
 * @param kind kind of the request
 * @param requests the request, or those of a mix
 * @param files lines of the files that placeholders of the requests name
 * @param mix name of the mix; empty for one request
 * @param send text of a WebSocket message to be answered, or the destination of STOMP; empty if none is sent
 * @param expect expected answer; of a WebSocket, the answer to that text
 * @param inFlight pace of requests of the kind IN_FLIGHT; empty for the others
 */
public record CustomRequest(
        CustomPlan.Kind kind,
        List<HttpRequest> requests,
        Map<String, String> files,
        String mix,
        String send,
        ExpectedAnswer expect,
        Optional<RequestPace> inFlight) {

    private static final String MASK = "...";
    private static final String GET = "GET";

    public CustomRequest {
        requests = List.copyOf(requests);
        files = Map.copyOf(files);
        if ((kind == CustomPlan.Kind.IN_FLIGHT) != inFlight.isPresent()) {
            throw new IllegalArgumentException(
                    "a pace belongs to requests in flight and to no others, was %s with %s".formatted(inFlight, kind));
        }
    }

    /**
     * Creates a GET that is not of the kind IN_FLIGHT, or a WebSocket.
     *
     * @param expect regular expression to be found in the answer; empty for any answer
     */
    public CustomRequest(CustomPlan.Kind kind, String path, String send, String expect) {
        this(kind, List.of(HttpRequest.get(path)), Map.of(), "", send, ExpectedAnswer.with(expect), Optional.empty());
    }

    /** Creates a GET that is outstanding on every connection at once. */
    public static CustomRequest inFlight(String path, RequestPace pace) {
        return new CustomRequest(
                CustomPlan.Kind.IN_FLIGHT,
                List.of(HttpRequest.get(path)),
                Map.of(),
                "",
                "",
                ExpectedAnswer.SUCCESS,
                Optional.of(pace));
    }

    /** Returns the same request with other HTTP requests and another expected answer. */
    public CustomRequest withRequests(List<HttpRequest> others, ExpectedAnswer expected) {
        return new CustomRequest(kind, others, files, mix, send, expected, inFlight);
    }

    /** Returns the same mix without the path of the application, if all of its requests have it. */
    public CustomRequest below(String contextPath) {
        if (mix.isEmpty()
                || contextPath.isEmpty()
                || !requests.stream().allMatch(one -> one.path().startsWith(contextPath + "/"))) {
            return this;
        }
        return withRequests(
                requests.stream()
                        .map(one -> one.withPath(one.path().substring(contextPath.length())))
                        .toList(),
                expect);
    }

    public HttpRequest first() {
        return requests.get(0);
    }

    /** Returns the first request with new values in place of its placeholders. */
    public HttpRequest filled() {
        return Placeholders.filled(first(), files, new PlaceholderValues());
    }

    /** Returns the path of the first request below the context path, with its query. */
    public String path() {
        return first().path();
    }

    /** Returns true if it is one GET without a body. */
    public boolean isPlainGet() {
        return requests.size() == 1
                && first().method().equals(GET)
                && first().body().isEmpty();
    }

    /** Returns a text without the values of the query. */
    @Override
    public String toString() {
        return "CustomRequest[%s]".formatted(label());
    }

    /** Returns true if the request may occupy a thread of the server while it is held, which only the server knows. */
    public boolean mayHoldThread() {
        return kind == CustomPlan.Kind.HOLD || kind == CustomPlan.Kind.SSE;
    }

    /** Returns true if connections send a further request at the end of each step. */
    public boolean repeatsRequests() {
        return kind == CustomPlan.Kind.GET
                || inFlight.isPresent()
                || (kind == CustomPlan.Kind.WEBSOCKET && !send.isEmpty());
    }

    /** Returns the name in tables and messages, such as {@code post /orders}, without the values of the query. */
    public String label() {
        return what(MASK)
                + destination()
                + inFlight.map(RequestPace::labelSuffix).orElse("");
    }

    private String what(String mask) {
        if (!mix.isEmpty()) {
            return (kind == CustomPlan.Kind.GET ? "" : kind.label() + " ") + "mix " + mix;
        }
        String method = first().method();
        String words = method.equals(GET)
                ? kind.label()
                : kind == CustomPlan.Kind.GET ? method.toLowerCase(Locale.ROOT) : kind.label() + " " + method;
        return words + " " + masked(path(), mask);
    }

    private String destination() {
        return kind == CustomPlan.Kind.STOMP ? " " + send : "";
    }

    /** Returns a path with dots in place of the values of its query, which may be secrets. */
    public static String masked(String path) {
        return masked(path, MASK);
    }

    /** Returns true if the values of the query were replaced by dots, so that nobody can send the request any more. */
    public static boolean isMasked(String path) {
        return path.contains("?") && path.endsWith(MASK) && masked(path).equals(path);
    }

    private static String masked(String path, String mask) {
        int query = path.indexOf('?');
        if (query < 0 || query == path.length() - 1) {
            return path;
        }
        return path.substring(0, query + 1)
                + Arrays.stream(path.substring(query + 1).split("&", -1))
                        .map(part -> part.substring(0, part.indexOf('=') + 1) + mask)
                        .collect(Collectors.joining("&"));
    }

    /** Returns the part of a scenario's name. */
    String name() {
        String pace = inFlight.map(RequestPace::labelSuffix).orElse("");
        return (what("") + destination() + pace).replaceAll("[^A-Za-z0-9._-]+", "-");
    }
}
