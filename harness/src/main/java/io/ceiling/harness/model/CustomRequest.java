package io.ceiling.harness.model;

import java.util.Locale;

/**
 * The request that connections send to the user's own application, in place of a workload of this project's web
 * application.
 *
 * @param kind kind of the request
 * @param path path below the context path, with its query
 * @param send text of a WebSocket message to be answered; empty if none is sent
 * @param expect regular expression to be found in the answer to it; empty for any answer
 */
public record CustomRequest(Kind kind, String path, String send, String expect) {

    /** The kinds of requests; the connection of each stays open. */
    public enum Kind {
        /** A GET that is answered. */
        GET,
        /** A GET whose response stays open. */
        HOLD,
        /** A response of server-sent events. */
        SSE,
        /** A WebSocket. */
        WEBSOCKET;

        /** Returns the name in options and tables. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns true if the request may occupy a thread of the server while it is held, which only the server knows. */
    public boolean mayHoldThread() {
        return kind == Kind.HOLD || kind == Kind.SSE;
    }

    /** Returns true if connections send a further request at the end of each step. */
    public boolean asksAgain() {
        return kind == Kind.GET || !send.isEmpty();
    }

    /** Returns the name in tables and messages, such as {@code get /orders}. */
    public String label() {
        return kind.label() + " " + path;
    }

    /** Returns the part of a scenario's name. */
    String name() {
        return kind.label() + path.replaceAll("[^A-Za-z0-9._-]+", "-");
    }
}
