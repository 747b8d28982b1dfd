package io.ceiling.container;

/** Why a server process ends before it was ready: one line for people and an exit code for the parent. */
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
