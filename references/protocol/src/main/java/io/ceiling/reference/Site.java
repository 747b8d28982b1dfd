package io.ceiling.reference;

import io.ceiling.protocol.Delivery;
import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.Json;
import io.ceiling.protocol.Parameters;
import io.ceiling.protocol.Publisher;
import io.ceiling.protocol.RefusedException;
import java.util.Set;

/**
 * The answers of a reference: what each path does, without a socket. Thread-safe. Stopping the publisher blocks for at
 * most 5 s, everything else does not block.
 */
public final class Site {

    // Longest body of /length, in bytes.
    private static final int LENGTH_CAP = 10_240;
    /** Longest message of a WebSocket and longest body of a request, in bytes. */
    public static final int MESSAGE_BYTES = 64 << 10;

    private static final int LETTERS = 26;
    private static final int MAX_IDENTIFIERS = 100_000;
    private static final int MAX_PER_SECOND = 1_000_000;
    private static final int MAX_SECONDS = 3_600;

    private final String contextPath;
    private final Gauges gauges;
    private final Publisher publisher;
    private final byte[] longest = letters(LENGTH_CAP);

    /**
     * Creates the answers of one server.
     *
     * @param contextPath path before all others, {@code ""} or {@code "/name"}
     * @param delivery takes what {@code /publisher} publishes
     */
    public Site(String contextPath, Gauges gauges, Delivery delivery) {
        this.contextPath = contextPath;
        this.gauges = gauges;
        this.publisher = new Publisher(delivery, gauges, MAX_PER_SECOND);
    }

    private static byte[] letters(int count) {
        byte[] letters = new byte[count];
        for (int i = 0; i < count; i++) {
            letters[i] = (byte) ('a' + i % LETTERS);
        }
        return letters;
    }

    /** Returns the path of the WebSocket that answers in upper case. */
    public String upperPath() {
        return contextPath + "/ws/upper";
    }

    /** Returns the path of the WebSocket of the channels. */
    public String channelsPath() {
        return contextPath + "/channels";
    }

    public Gauges gauges() {
        return gauges;
    }

    /** Returns the path of a request target, which is what comes before the query. */
    public static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /**
     * Returns the answer to a request that is no WebSocket upgrade.
     *
     * @param target path and query, as in the request line
     */
    public Answer answer(String method, String target) {
        String path = path(target);
        String query = path.length() == target.length() ? "" : target.substring(path.length() + 1);
        try {
            if (path.equals(contextPath + "/length")) {
                require("GET", method);
                return length(query);
            }
            if (path.equals(contextPath + "/publisher")) {
                require("POST", method);
                publisher.start(order(query));
                return Answer.json(200, "", "{\"publishing\":true}");
            }
            if (path.equals(contextPath + "/publisher/stop")) {
                require("POST", method);
                return Answer.json(200, "", publisher.stop());
            }
            if (path.equals(upperPath()) || path.equals(channelsPath())) {
                require("GET", method);
                throw new RefusedException(
                        RefusedException.UPGRADE_REQUIRED,
                        "%s takes WebSockets only".formatted(path.substring(contextPath.length())));
            }
            throw new RefusedException(RefusedException.NOT_FOUND, "there is no path '%s'".formatted(Json.echo(path)));
        } catch (RefusedException e) {
            String header =
                    switch (e.status()) {
                        case RefusedException.UPGRADE_REQUIRED -> "Upgrade: websocket";
                        case RefusedException.METHOD_NOT_ALLOWED ->
                            "Allow: " + (path.contains("/publisher") ? "POST" : "GET");
                        default -> "";
                    };
            return Answer.json(e.status(), header, Json.error(String.valueOf(e.getMessage())));
        }
    }

    private static void require(String allowed, String method) throws RefusedException {
        if (!allowed.equals(method)) {
            throw new RefusedException(
                    RefusedException.METHOD_NOT_ALLOWED,
                    "method must be %s, was %s".formatted(allowed, Json.echo(method)));
        }
    }

    private Answer length(String query) throws RefusedException {
        int length = Query.of(query, Set.of("length")).number("length", 1, LENGTH_CAP);
        gauges.increment(Gauge.LENGTH_ANSWERS);
        return new Answer(200, "text/plain;charset=UTF-8", "", longest, length);
    }

    private static Publisher.Order order(String query) throws RefusedException {
        Parameters given = Query.of(query, Set.of("per-second", "bytes", "identifiers", "seconds", "seed"));
        return new Publisher.Order(
                given.number("per-second", 0, MAX_PER_SECOND),
                given.number("bytes", Publisher.FRAME_BYTES + Publisher.STAMPS_CHARS, MESSAGE_BYTES),
                given.number("identifiers", 1, MAX_IDENTIFIERS),
                given.number("seconds", 1, MAX_SECONDS),
                given.number("seed", 0, Integer.MAX_VALUE, 0));
    }
}
