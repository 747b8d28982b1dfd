package io.ceiling.harness.server;

import io.ceiling.harness.text.PlainMessage;
import org.jspecify.annotations.Nullable;

/** Thrown when a server process did not become ready; the message is one line for the user. */
public final class ServerStartException extends RuntimeException implements PlainMessage {

    private static final long serialVersionUID = 1;

    public ServerStartException(String message) {
        super(message);
    }

    public ServerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
