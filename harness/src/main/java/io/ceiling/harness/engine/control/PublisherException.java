package io.ceiling.harness.engine.control;

/** Thrown when a server did not publish as ordered; the message gives the reason. */
public final class PublisherException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PublisherException(String message) {
        super(message);
    }

    public PublisherException(String message, Throwable cause) {
        super(message, cause);
    }
}
