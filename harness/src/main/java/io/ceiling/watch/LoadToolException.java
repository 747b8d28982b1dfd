package io.ceiling.watch;

/** Thrown if a load tool cannot be started or ends with an error; the message is one line for the user. */
public final class LoadToolException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LoadToolException(String message) {
        super(message);
    }
}
