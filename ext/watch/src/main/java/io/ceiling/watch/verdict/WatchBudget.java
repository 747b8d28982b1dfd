package io.ceiling.watch.verdict;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Schedules the readings of a watch so that all of them take at most 1 % of one processor over 15 s. It reads nothing
 * itself. Not thread-safe.
 *
 * <p>Notes. The kind of a reading and its last cost decide when the next one is allowed. The share of five seconds may
 * be spent at once, since a short run shows its limit at its beginning. The first readings of counts are made in the
 * first seconds whatever they cost: without them nothing is known about a run.
 */
public final class WatchBudget {

    /** The kinds of readings; each has its own share of one processor. */
    public enum ReadingKind {
        /** Counts of server, host, tool and connections. */
        COUNTS(0.0055),
        /** Where the threads of the server stand. */
        THREADS(0.002);

        private final double share;

        ReadingKind(double share) {
            this.share = share;
        }
    }

    private static final long ADVANCE_NANOS = Duration.ofSeconds(5).toNanos();

    /** Readings of counts that are taken in any case. */
    static final int REQUIRED_READINGS = 8;

    private static final long REQUIRED_INTERVAL_NANOS = Duration.ofMillis(1500).toNanos();

    // Assumed cost of the first reading of threads.
    private static final long FIRST_NANOS = 10_000_000;

    private final Map<ReadingKind, Long> spentNanos = new EnumMap<>(ReadingKind.class);
    private int readings;
    private final Map<ReadingKind, Long> lastCostNanos =
            new EnumMap<>(Map.of(ReadingKind.COUNTS, 0L, ReadingKind.THREADS, FIRST_NANOS));

    /** Records the cost of a reading, in ns of one processor. */
    public void spend(ReadingKind kind, long nanos) {
        spentNanos.merge(kind, nanos, Long::sum);
        lastCostNanos.put(kind, nanos);
        readings += kind == ReadingKind.COUNTS ? 1 : 0;
    }

    /** Returns true if the budget allows such a reading at this time after the start. */
    public boolean allows(ReadingKind kind, long elapsedNanos) {
        if (kind == ReadingKind.COUNTS
                && readings < REQUIRED_READINGS
                && readings <= elapsedNanos / REQUIRED_INTERVAL_NANOS) {
            return true;
        }
        long costAfter = spentNanos.getOrDefault(kind, 0L) + lastCostNanos.getOrDefault(kind, 0L);
        return costAfter <= kind.share * (ADVANCE_NANOS + elapsedNanos);
    }
}
