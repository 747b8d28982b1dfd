package io.ceiling.hosts.pipe;

import io.ceiling.harness.text.PlainMessage;

/** Thrown when a node cannot be started, is lost, or did not execute a request. The message is one line. */
public final class NodeException extends RuntimeException implements PlainMessage {

    private static final long serialVersionUID = 1;

    public NodeException(String message) {
        super(message);
    }

    public NodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
