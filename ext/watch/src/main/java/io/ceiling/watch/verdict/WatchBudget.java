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

    private static final long AHEAD_NANOS = Duration.ofSeconds(5).toNanos();

    /** Readings of counts that are taken in any case. */
    static final int NEEDED = 8;

    private static final long NEEDED_EVERY_NANOS = Duration.ofMillis(1500).toNanos();

    // Assumed cost of the first reading of threads.
    private static final long FIRST_NANOS = 10_000_000;

    private final Map<ReadingKind, Long> spent = new EnumMap<>(ReadingKind.class);
    private int readings;
    private final Map<ReadingKind, Long> last =
            new EnumMap<>(Map.of(ReadingKind.COUNTS, 0L, ReadingKind.THREADS, FIRST_NANOS));

    /** Records the cost of a reading, in ns of one processor. */
    public void spend(ReadingKind look, long nanos) {
        spent.merge(look, nanos, Long::sum);
        last.put(look, nanos);
        readings += look == ReadingKind.COUNTS ? 1 : 0;
    }

    /** Returns true if the budget allows such a reading at this time after the start. */
    public boolean allows(ReadingKind look, long elapsedNanos) {
        if (look == ReadingKind.COUNTS && readings < NEEDED && readings <= elapsedNanos / NEEDED_EVERY_NANOS) {
            return true;
        }
        long with = spent.getOrDefault(look, 0L) + last.getOrDefault(look, 0L);
        return with <= look.share * (AHEAD_NANOS + elapsedNanos);
    }
}
