package io.ceiling.harness.server;

import org.jspecify.annotations.Nullable;

/** Thrown when a server process did not become ready; the message is one line for the user. */
public final class ServerStartException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ServerStartException(String message) {
        super(message);
    }

    ServerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
