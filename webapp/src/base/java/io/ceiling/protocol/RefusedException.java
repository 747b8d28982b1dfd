package io.ceiling.protocol;

/** Thrown when a request is not served; has an HTTP status and a message of one line with the reason. */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    public static final int BAD_REQUEST = 400;
    public static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int LENGTH_REQUIRED = 411;
    public static final int TOO_LARGE = 413;
    public static final int UPGRADE_REQUIRED = 426;
    public static final int UNAVAILABLE = 503;

    private final int status;

    public RefusedException(int status, String message) {
        // Without cause and stack trace, since thousands of clients may be refused in a second.
        super(message, null, false, false);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
