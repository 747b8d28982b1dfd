package io.ceiling.harness.engine.session;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waits until a server has released the responses that it held, and repeats the order to release every second:
 * connections in the listen queue are accepted, and their responses held, only when others have gone.
 *
 * @param release orders the server to end the responses that it holds; may block for seconds
 */
public record HeldResponseRelease(RunClock clock, Runnable release) {

    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * Orders the release and blocks until nothing is held, at most for {@code patience}.
     *
     * @param held returns true while something is held
     * @return true if something is still held
     */
    public boolean stillHeldAfter(Duration patience, BooleanSupplier held) {
        release.run();
        long[] last = {clock.nanoTime()};
        return clock.pollWhile(patience.toNanos(), () -> {
            clock.rest();
            if (!held.getAsBoolean()) {
                return false;
            }
            if (clock.nanoTime() - last[0] >= PERIOD_NANOS) {
                release.run();
                last[0] = clock.nanoTime();
            }
            return true;
        });
    }
}
