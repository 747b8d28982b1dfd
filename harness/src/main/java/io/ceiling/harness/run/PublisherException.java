package io.ceiling.harness.run;

/** A server did not publish what it was told to; the message says why. */
final class PublisherException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PublisherException(String message) {
        super(message);
    }

    PublisherException(String message, Throwable cause) {
        super(message, cause);
    }
}
