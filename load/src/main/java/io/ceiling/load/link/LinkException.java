package io.ceiling.load.link;

/** Thrown when a load agent cannot be started, has ended, or did not execute a request. The message is one line. */
public final class LinkException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LinkException(String message) {
        super(message);
    }

    public LinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
