package io.ceiling.watch;

import io.ceiling.harness.text.PlainMessage;

/** Thrown if a load tool cannot be started or ends with an error; the message is one line for the user. */
final class LoadToolException extends RuntimeException implements PlainMessage {

    private static final long serialVersionUID = 1;

    LoadToolException(String message) {
        super(message);
    }
}
