package io.ceiling.harness.command.probe;

import io.ceiling.harness.text.PlainMessage;

/** Thrown when an external server cannot be measured; the message is one line for the user. */
public final class ExternalServerException extends RuntimeException implements PlainMessage {

    private static final long serialVersionUID = 1;

    public ExternalServerException(String message) {
        super(message);
    }
}
