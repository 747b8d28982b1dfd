package io.ceiling.load.workload;

import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import io.ceiling.load.socket.ServerAddress;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * The request of the workload CUSTOM to the user's own application, of whose answers only the form is known.
 *
 * @param kind kind of request
 * @param path path below the context path, with its query; begins with a slash
 * @param send text of a WebSocket message that the application answers; empty if nothing is sent; for STOMP the
 *     destination to subscribe to
 * @param expect regular expression to be found in the answer to {@code send}; empty for any answer
 */
public record CustomPlan(Kind kind, String path, String send, String expect) {

    /** Kind of request, which defines when a connection is served. */
    public enum Kind {
        /** A GET whose answer (2xx) is read to its end; then the connection is idle. */
        GET,
        /**
         * A GET whose answer (2xx) is read to its end, on every connection at once. An opening window waits for connects
         * alone, since an answer may take seconds; a connection that the server closes between two requests is replaced.
         */
        IN_FLIGHT,
        /** A GET whose response stays open; the connection is served when the head (2xx) has arrived. */
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
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path must begin with a slash, was '%s'".formatted(path));
        }
        if (kind == Kind.STOMP
                ? send.isEmpty() || !expect.isEmpty()
                : kind != Kind.WEBSOCKET && !(send.isEmpty() && expect.isEmpty())) {
            throw new IllegalArgumentException(
                    "a WebSocket alone sends and expects text, and STOMP needs a destination, was %s".formatted(kind));
        }
        if (send.isEmpty() && !expect.isEmpty()) {
            throw new IllegalArgumentException("nothing is sent that '%s' could answer".formatted(expect));
        }
        Pattern unused = Pattern.compile(expect);
    }

    /** Returns the work of one event loop by this plan. */
    Work work(LoadLoop loop, ServerAddress server, SplittableRandom random) {
        return switch (kind) {
            case GET -> new CustomGet(loop, server, path);
            case IN_FLIGHT -> new InFlight(loop, server, path);
            case HOLD -> Hold.custom(loop, server, path);
            case SSE -> Hold.events(loop, server, path);
            case WEBSOCKET -> new CustomSocket(loop, server, this, random);
            case STOMP -> new StompSubscription(loop, server, this, random);
        };
    }

    /** Returns true if a connection only needs a first answer, so that exchanges do nothing. */
    boolean isHeld() {
        return switch (kind) {
            case HOLD, SSE, STOMP -> true;
            case WEBSOCKET -> send.isEmpty();
            case GET, IN_FLIGHT -> false;
        };
    }
}
