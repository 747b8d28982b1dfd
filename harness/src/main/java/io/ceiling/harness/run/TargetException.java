package io.ceiling.harness.run;

/** A server that is there already cannot be asked; the message is one line for the user. */
public final class TargetException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TargetException(String message) {
        super(message);
    }
}
