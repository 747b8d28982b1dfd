package io.ceiling.harness.observe.jmx;

/** Thrown when bytes are no thread dump of a JVM. */
final class ThreadDumpException extends Exception {

    private static final long serialVersionUID = 1;

    ThreadDumpException(String message) {
        super(message);
    }

    ThreadDumpException(String message, Throwable cause) {
        super(message, cause);
    }
}
