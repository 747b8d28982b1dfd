package io.ceiling.harness.report.csv;

import io.ceiling.harness.text.PlainMessage;
import org.jspecify.annotations.Nullable;

/** Thrown when a run's folder cannot be created, read or written; the message is one line for the user. */
public final class RunFolderException extends RuntimeException implements PlainMessage {

    private static final long serialVersionUID = 1;

    public RunFolderException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public RunFolderException(String message) {
        super(message);
    }
}
