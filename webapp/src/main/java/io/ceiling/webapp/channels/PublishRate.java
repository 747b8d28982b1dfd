package io.ceiling.webapp.channels;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many messages may be published in a second, a tenth of them at once. Thread-safe, does not block.
 *
 * <p>Counts in time: each message takes its share of a second, and is turned away if that would be spent too far ahead.
 */
final class PublishRate {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final int perSecond;
    private final long shareNanos;
    private final long aheadNanos;
    private final AtomicLong spentUntilNanos;

    PublishRate(int perSecond, long nowNanos) {
        this.perSecond = perSecond;
        this.shareNanos = NANOS_PER_SECOND / perSecond;
        this.aheadNanos = Math.max(NANOS_PER_SECOND / 10, shareNanos);
        this.spentUntilNanos = new AtomicLong(nowNanos);
    }

    int perSecond() {
        return perSecond;
    }

    /** Whether one more may be published now, which it then is. */
    boolean admits(long nowNanos) {
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
