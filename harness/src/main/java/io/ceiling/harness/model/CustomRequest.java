package io.ceiling.harness.model;

import java.util.Locale;

/**
 * What connections ask the user's own application, instead of a workload of the web application of this project.
 *
 * @param path behind the context path, with its query
 * @param send text of a WebSocket message that is to be answered; empty if nothing is sent
 * @param expect regular expression that is found in the answer to it; empty for any
 */
public record CustomRequest(Kind kind, String path, String send, String expect) {

    /** What is asked, and stays open. */
    public enum Kind {
        /** A GET that is answered; the connection stays open. */
        GET,
        /** A GET whose response stays open. */
        HOLD,
        /** A response of server-sent events. */
        SSE,
        /** A WebSocket. */
        WEBSOCKET;

        /** The name in options and tables. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns true if the request may keep a thread of the server for as long as it is held; only the server can tell. */
    public boolean mayHoldThread() {
        return kind == Kind.HOLD || kind == Kind.SSE;
    }

    /** Returns true if connections ask again at the end of each step. */
    public boolean asksAgain() {
        return kind == Kind.GET || !send.isEmpty();
    }

    /** In tables and messages, such as {@code get /orders}. */
    public String label() {
        return kind.label() + " " + path;
    }

    /** Part of a scenario's name. */
    String name() {
        return kind.label() + path.replaceAll("[^A-Za-z0-9._-]+", "-");
    }
}
