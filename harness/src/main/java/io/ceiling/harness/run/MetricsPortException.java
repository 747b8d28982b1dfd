package io.ceiling.harness.run;

import io.ceiling.harness.text.PlainMessage;

/** Thrown when the port for metrics cannot be opened; its message is one line for the user. */
final class MetricsPortException extends RuntimeException implements PlainMessage {

    private static final long serialVersionUID = 1;

    MetricsPortException(String message, Throwable cause) {
        super(message, cause);
    }
}
