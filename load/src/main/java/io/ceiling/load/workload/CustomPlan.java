package io.ceiling.load.workload;

import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.ServerAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The requests of the workload CUSTOM to the user's own application, of whose answers only the form is known.
 *
 * @param kind kind of request
 * @param requests the request, or a mix of which each connection draws one request after the other
 * @param files lines of the files that placeholders name
 * @param textToSend text of a WebSocket message that the application answers; empty if nothing is sent; for STOMP the
 *     destination to subscribe to
 * @param expectedAnswer condition for a correct answer; with a WebSocket, for the answer to the sent text
 */
public record CustomPlan(
        Kind kind,
        List<HttpRequest> requests,
        Map<String, String> files,
        String textToSend,
        ExpectedAnswer expectedAnswer) {

    /** Kind of request, which defines when a connection is served. */
    public enum Kind {
        /** A request whose answer is read to its end; then the connection is idle. */
        GET,
        /**
         * A request whose answer is read to its end, on every connection at once. An opening window waits for connects
         * alone, since an answer may take seconds; a connection that the server closes between two requests is
         * replaced.
         */
        IN_FLIGHT,
        /** A request whose response stays open; the connection is served when the head has arrived. */
        HOLD,
        /** Like {@link #HOLD}, with a Content-Type of {@code text/event-stream}. */
        SSE,
        /** An upgrade to a WebSocket; if there is a text to send, its answer is part of the first answer. */
        WEBSOCKET,
        /** A subscription over STOMP in a WebSocket; the connection is served when the server has sent CONNECTED. */
        STOMP;

        /** Returns the name in options and tables. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public CustomPlan {
        requests = List.copyOf(requests);
        files = Map.copyOf(files);
        boolean mixed = kind == Kind.GET || kind == Kind.IN_FLIGHT;
        if (requests.isEmpty() || (requests.size() > 1 && !mixed)) {
            throw new IllegalArgumentException("%d requests of kind %s".formatted(requests.size(), kind));
        }
        if (!mixed && requests.stream().anyMatch(HttpRequest::hasPlaceholders)) {
            throw new IllegalArgumentException("a request with placeholders must be one that has an end");
        }
        if (kind == Kind.STOMP ? textToSend.isEmpty() : kind != Kind.WEBSOCKET && !textToSend.isEmpty()) {
            throw new IllegalArgumentException(
                    "a WebSocket alone sends text, and STOMP needs a destination, was %s".formatted(kind));
        }
        boolean answers = mixed || (kind == Kind.WEBSOCKET && !textToSend.isEmpty());
        if (!answers && !expectedAnswer.text().isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing is sent that '%s' could answer".formatted(expectedAnswer.text()));
        }
    }

    /** Creates the plan of one GET, or of one WebSocket that expects nothing. */
    public CustomPlan(Kind kind, String path) {
        this(kind, List.of(HttpRequest.get(path)), Map.of(), "", ExpectedAnswer.SUCCESS);
    }

    HttpRequest first() {
        return requests.get(0);
    }

    ClientWorkload work(LoadLoop loop, ServerAddress server, SplittableRandom random) {
        return switch (kind) {
            case GET -> new CustomRequests(loop, server, this, random);
            case IN_FLIGHT -> new InFlight(loop, server, this, random);
            case HOLD -> Hold.custom(loop, server, this);
            case SSE -> Hold.events(loop, server, this);
            case WEBSOCKET -> new CustomSocket(loop, server, this, random);
            case STOMP -> new StompSubscription(loop, server, this, random);
        };
    }

    /** Returns true if a connection only needs a first answer, so that exchanges do nothing. */
    boolean isHeld() {
        return switch (kind) {
            case HOLD, SSE, STOMP -> true;
            case WEBSOCKET -> textToSend.isEmpty();
            case GET, IN_FLIGHT -> false;
        };
    }
}
