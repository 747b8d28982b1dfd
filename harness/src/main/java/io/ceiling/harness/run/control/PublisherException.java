package io.ceiling.harness.run.control;

/** A server did not publish what it was told to; the message says why. */
public final class PublisherException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PublisherException(String message) {
        super(message);
    }

    public PublisherException(String message, Throwable cause) {
        super(message, cause);
    }
}
