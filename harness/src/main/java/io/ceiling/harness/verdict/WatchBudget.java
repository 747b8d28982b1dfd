package io.ceiling.harness.verdict;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Says when a watch may look again, so that all its looks together take at most a hundredth of one processor over a
 * minute. It reads nothing itself. Not thread-safe.
 *
 * <p>Notes. What is looked at and what it took last decide how soon the next look comes. The share of twenty seconds may
 * be spent at once, since a short run shows its limit at its beginning.
 */
public final class WatchBudget {

    /** What is looked at; each has its own share of one processor. */
    public enum Look {
        /** Counts of server, host, tool and connections. */
        COUNTS(0.0062),
        /** Where the threads of the server stand. */
        THREADS(0.0013);

        private final double share;

        Look(double share) {
            this.share = share;
        }
    }

    private static final long AHEAD_NANOS = Duration.ofSeconds(20).toNanos();

    /** What a look at threads is taken to cost before there was one. */
    private static final long FIRST_NANOS = 10_000_000;

    private final Map<Look, Long> spent = new EnumMap<>(Look.class);
    private final Map<Look, Long> last = new EnumMap<>(Map.of(Look.COUNTS, 0L, Look.THREADS, FIRST_NANOS));

    /** Notes what a look took, in ns of one processor. */
    public void spend(Look look, long nanos) {
        spent.merge(look, nanos, Long::sum);
        last.put(look, nanos);
    }

    /** Returns true if there may be such a look, this long after the beginning. */
    public boolean allows(Look look, long elapsedNanos) {
        long with = spent.getOrDefault(look, 0L) + last.getOrDefault(look, 0L);
        return with <= look.share * (AHEAD_NANOS + elapsedNanos);
    }

    /** Returns what all looks have taken, in ns of one processor. */
    public long spentNanos() {
        return spent.values().stream().mapToLong(Long::longValue).sum();
    }
}
