package io.ceiling.harness.command.probe;

/** Thrown when an external server cannot be measured; the message is one line for the user. */
public final class ExternalServerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ExternalServerException(String message) {
        super(message);
    }
}
