package io.ceiling.harness.run;

/** The run was told to end while it waited. */
final class RunInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1;
}
