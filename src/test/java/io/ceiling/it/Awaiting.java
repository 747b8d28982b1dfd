package io.ceiling.it;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition that another process makes true. */
final class Awaiting {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Awaiting() {}

    interface Condition {
        boolean holds() throws Exception;
    }

    static void until(String what, Condition condition) throws Exception {
        until(what, LONGEST, condition);
    }

    static void until(String what, Duration longest, Condition condition) throws Exception {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > longest.toNanos()) {
                throw new TimeoutException("not within %d s: %s".formatted(longest.toSeconds(), what));
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
