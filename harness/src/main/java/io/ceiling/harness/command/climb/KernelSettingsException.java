package io.ceiling.harness.command.climb;

/** Thrown if a kernel setting cannot be changed. The message is one line for the user. */
public final class KernelSettingsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    KernelSettingsException(String line) {
        super(line);
    }
}
