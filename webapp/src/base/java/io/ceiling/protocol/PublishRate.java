package io.ceiling.protocol;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limit of the messages published in a second, up to a tenth of them at once. Thread-safe, does not block.
 *
 * <p>The limit is a virtual schedule: each message takes its share of a second, and is refused if its end would be too
 * far in the future.
 */
public final class PublishRate {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final int perSecond;
    private final long shareNanos;
    private final long aheadNanos;
    private final AtomicLong spentUntilNanos;

    /** Creates a limit of which nothing is spent yet. */
    public PublishRate(int perSecond, long nowNanos) {
        this.perSecond = perSecond;
        this.shareNanos = NANOS_PER_SECOND / perSecond;
        this.aheadNanos = Math.max(NANOS_PER_SECOND / 10, shareNanos);
        this.spentUntilNanos = new AtomicLong(nowNanos);
    }

    /** Returns the limit. */
    public int perSecond() {
        return perSecond;
    }

    /** Returns true if one more message may be published now, and counts it. */
    public boolean admits(long nowNanos) {
        while (true) {
            long spent = spentUntilNanos.get();
            long from = spent - nowNanos < 0 ? nowNanos : spent;
            if (from + shareNanos - nowNanos > aheadNanos) {
                return false;
            }
            if (spentUntilNanos.compareAndSet(spent, from + shareNanos)) {
                return true;
            }
        }
    }
}
