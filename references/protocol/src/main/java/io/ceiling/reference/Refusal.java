package io.ceiling.reference;

/** Thrown when a request is not served; has an HTTP status and a message of one line with the reason. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    static final int BAD_REQUEST = 400;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int UPGRADE_REQUIRED = 426;
    static final int UNAVAILABLE = 503;

    private final int status;

    Refusal(int status, String message) {
        // Without cause and stack trace, as in the web application.
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
