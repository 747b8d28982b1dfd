package io.ceiling.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does. */
public final class Await {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final long POLL_NANOS = 1_000_000;

    private Await() {}

    /** Blocks until the condition holds, half a minute at most. */
    public static void until(BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("time is up")
                    .isLessThan(LONGEST);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
