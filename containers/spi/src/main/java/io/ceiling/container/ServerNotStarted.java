package io.ceiling.container;

/** Thrown when a server process must end before it is ready; has a message of one line and the exit code. */
final class ServerNotStarted extends Exception {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    ServerNotStarted(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
