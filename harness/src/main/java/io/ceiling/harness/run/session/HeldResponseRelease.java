package io.ceiling.harness.run.session;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waits until a server has let go of what it held, and has it release that again each second: what waited in its listen queue is
 * accepted, and held, only when others have gone.
 */
public final class HeldResponseRelease {

    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    private final Waiting waiting;
    private final Runnable release;

    /** @param release has the server end what it holds; may block for seconds */
    public HeldResponseRelease(Waiting waiting, Runnable release) {
        this.waiting = waiting;
        this.release = release;
    }

    /** Blocks until nothing is held any more, for that time at most; whether something still is. */
    public boolean stillHeldAfter(Duration patience, BooleanSupplier held) {
        release.run();
        long[] last = {waiting.nanoTime()};
        return waiting.until(patience.toNanos(), () -> {
            waiting.rest();
            if (!held.getAsBoolean()) {
                return false;
            }
            if (waiting.nanoTime() - last[0] >= PERIOD_NANOS) {
                release.run();
                last[0] = waiting.nanoTime();
            }
            return true;
        });
    }
}
