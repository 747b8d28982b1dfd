package io.ceiling.harness.model;

import io.ceiling.load.workload.CustomPlan;

/**
 * The request that connections send to the user's own application, in place of a workload of this project's web
 * application.
 *
 * @param kind kind of the request
 * @param path path below the context path, with its query
 * @param send text of a WebSocket message to be answered; empty if none is sent
 * @param expect regular expression to be found in the answer to it; empty for any answer
 */
public record CustomRequest(CustomPlan.Kind kind, String path, String send, String expect) {

    /** Returns true if the request may occupy a thread of the server while it is held, which only the server knows. */
    public boolean mayHoldThread() {
        return kind == CustomPlan.Kind.HOLD || kind == CustomPlan.Kind.SSE;
    }

    /** Returns true if connections send a further request at the end of each step. */
    public boolean asksAgain() {
        return kind == CustomPlan.Kind.GET || !send.isEmpty();
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
