package io.ceiling.harness.run.session;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The clock of the run loop and its way to wait; a test puts its own in place. */
public class Waiting {

    private static final long POLL_NANOS = 2_000_000;

    public long nanoTime() {
        return System.nanoTime();
    }

    /** Waits for one polling period. */
    public void pause() {
        park(POLL_NANOS);
    }

    /** Waits for ten of them: every look at the load costs the processors that are being measured. */
    public void rest() {
        park(10 * POLL_NANOS);
    }

    private static void park(long nanos) {
        LockSupport.parkNanos(nanos);
        if (Thread.interrupted()) {
            throw new RunInterruptedException();
        }
    }

    /** Polls a condition for that long; false as soon as it is false. */
    public final boolean until(long durationNanos, BooleanSupplier condition) {
        long end = nanoTime() + durationNanos;
        while (nanoTime() < end) {
            if (!condition.getAsBoolean()) {
                return false;
            }
            pause();
        }
        return true;
    }
}
