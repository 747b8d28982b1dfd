package io.ceiling.it;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition that another process makes true. */
final class Awaiting {

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Awaiting() {}

    interface Condition {
        boolean holds() throws Exception;
    }

    static void until(String what, Condition condition) throws Exception {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > LONGEST_NANOS) {
                throw new TimeoutException("not within 30 s: " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
