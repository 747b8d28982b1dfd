package io.ceiling.harness.run.external;

/** A server that is there already cannot be asked; the message is one line for the user. */
public final class ExternalServerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ExternalServerException(String message) {
        super(message);
    }
}
