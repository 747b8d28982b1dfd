package io.ceiling.harness.run.session;

/** The run was told to end while it waited. */
public final class RunInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1;
}
