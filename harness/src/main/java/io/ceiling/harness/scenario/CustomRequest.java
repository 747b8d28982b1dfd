package io.ceiling.harness.scenario;

import io.ceiling.load.workload.CustomPlan;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The request that connections send to the user's own application, in place of a workload of this project's web
 * application.
 *
 * @param kind kind of the request
 * @param path path below the context path, with its query
 * @param send text of a WebSocket message to be answered, or the destination of STOMP; empty if none is sent
 * @param expect regular expression to be found in the answer to it; empty for any answer
 * @param inFlight pace of requests of the kind IN_FLIGHT; empty for the others
 */
public record CustomRequest(
        CustomPlan.Kind kind, String path, String send, String expect, Optional<InFlight> inFlight) {

    private static final String MASK = "...";

    public CustomRequest {
        if ((kind == CustomPlan.Kind.IN_FLIGHT) != inFlight.isPresent()) {
            throw new IllegalArgumentException(
                    "a pace belongs to requests in flight and to no others, was %s with %s".formatted(inFlight, kind));
        }
    }

    /** Creates a request that is not of the kind IN_FLIGHT. */
    public CustomRequest(CustomPlan.Kind kind, String path, String send, String expect) {
        this(kind, path, send, expect, Optional.empty());
    }

    /** Creates a request that is outstanding on every connection at once. */
    public static CustomRequest inFlight(String path, InFlight pace) {
        return new CustomRequest(CustomPlan.Kind.IN_FLIGHT, path, "", "", Optional.of(pace));
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
    public boolean asksAgain() {
        return kind == CustomPlan.Kind.GET
                || inFlight.isPresent()
                || (kind == CustomPlan.Kind.WEBSOCKET && !send.isEmpty());
    }

    /** Returns the name in tables and messages, such as {@code get /orders}, without the values of the query. */
    public String label() {
        return kind.label() + " " + masked(path) + destination()
                + inFlight.map(InFlight::words).orElse("");
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
        String pace = inFlight.map(InFlight::words).orElse("");
        return kind.label() + (masked(path, "") + destination() + pace).replaceAll("[^A-Za-z0-9._-]+", "-");
    }
}
