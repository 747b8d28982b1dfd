package io.ceiling.harness.engine.session;

/** Thrown when the thread of the run is interrupted while it waits. */
public final class RunInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1;
}
