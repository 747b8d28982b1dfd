package io.ceiling.climb;

import io.ceiling.harness.text.PlainMessage;

/** Thrown if a kernel setting cannot be changed. The message is one line for the user. */
final class KernelSettingsException extends RuntimeException implements PlainMessage {

    private static final long serialVersionUID = 1;

    KernelSettingsException(String line) {
        super(line);
    }
}
