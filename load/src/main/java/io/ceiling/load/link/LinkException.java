package io.ceiling.load.link;

/** Thrown when a load agent cannot be started, is gone, or did not do what was asked of it; the message is one line. */
public final class LinkException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LinkException(String message) {
        super(message);
    }

    public LinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
