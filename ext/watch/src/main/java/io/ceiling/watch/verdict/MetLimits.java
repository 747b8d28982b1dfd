package io.ceiling.watch.verdict;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Attribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the limits that are met from reading to reading: when each of them is first met, and when it is over.
 *
 * <p>A limit begins with two consecutive readings that show it, so that a moment between two system calls is none. It is
 * over once {@value #READINGS_WITHOUT} consecutive readings have not shown it, and ends at the last one that did. Not
 * thread-safe.
 */
public final class MetLimits {

    private static final int READINGS_WITHOUT = 4;

    private final Map<LimitingFactor, OngoingLimit> ongoingLimits = new LinkedHashMap<>();
    private final List<MetLimit> endedLimits = new ArrayList<>();

    // A limit that is met now, or may be.
    private static final class OngoingLimit {
        private final long fromNanos;
        private long toNanos;
        private int missedReadings;
        private boolean isConfirmed;
        private Attribution clearest;
        private long waiting;

        private OngoingLimit(long fromNanos, Attribution first, long waiting) {
            this.fromNanos = fromNanos;
            this.toNanos = fromNanos;
            this.clearest = first;
            this.waiting = waiting;
        }

        private MetLimit limit() {
            return new MetLimit(
                    clearest.factor(),
                    fromNanos,
                    toNanos,
                    clearest.evidence(),
                    clearest.relief(),
                    clearest.confidence(),
                    isConfirmed && missedReadings == 0);
        }
    }

    /**
     * The limits that began or ended with a reading.
     *
     * @param startedLimits limits that are now seen to be met, since the reading before
     * @param endedLimits limits that are over
     */
    public record Changes(List<MetLimit> startedLimits, List<MetLimit> endedLimits) {

        public Changes {
            startedLimits = List.copyOf(startedLimits);
            endedLimits = List.copyOf(endedLimits);
        }
    }

    /**
     * Takes the limits that a reading shows.
     *
     * @param elapsedNanos time of the reading, in ns
     * @param met limits that it shows, each once
     * @param waiting number of connections that wait; the evidence of the reading with the most of them is kept
     */
    public Changes update(long elapsedNanos, List<Attribution> met, long waiting) {
        List<MetLimit> startedLimits = new ArrayList<>();
        for (Attribution limit : met) {
            OngoingLimit ongoing = ongoingLimits.get(limit.factor());
            if (ongoing == null) {
                ongoingLimits.put(limit.factor(), new OngoingLimit(elapsedNanos, limit, waiting));
                continue;
            }
            ongoing.toNanos = elapsedNanos;
            ongoing.missedReadings = 0;
            if (waiting >= ongoing.waiting) {
                ongoing.clearest = limit;
                ongoing.waiting = waiting;
            }
            if (!ongoing.isConfirmed) {
                ongoing.isConfirmed = true;
                startedLimits.add(ongoing.limit());
            }
        }
        return new Changes(startedLimits, removeEnded(met));
    }

    private List<MetLimit> removeEnded(List<Attribution> met) {
        List<MetLimit> ended = new ArrayList<>();
        ongoingLimits.entrySet().removeIf(entry -> {
            OngoingLimit ongoing = entry.getValue();
            if (met.stream().anyMatch(limit -> limit.factor() == entry.getKey())) {
                return false;
            }
            ongoing.missedReadings++;
            if (ongoing.isConfirmed && ongoing.missedReadings >= READINGS_WITHOUT) {
                ended.add(ongoing.limit());
            }
            return !ongoing.isConfirmed || ongoing.missedReadings >= READINGS_WITHOUT;
        });
        endedLimits.addAll(ended);
        return ended;
    }

    /** Returns all limits that were met, in the order in which they were, those of the load tool first. */
    public List<MetLimit> all() {
        List<MetLimit> all = new ArrayList<>(endedLimits);
        ongoingLimits.values().stream()
                .filter(ongoing -> ongoing.isConfirmed)
                .map(OngoingLimit::limit)
                .forEach(all::add);
        all.sort(MetLimits::compare);
        return List.copyOf(all);
    }

    private static int compare(MetLimit one, MetLimit other) {
        int side = Boolean.compare(other.factor().invalidates(), one.factor().invalidates());
        return side != 0 ? side : Long.compare(one.fromNanos(), other.fromNanos());
    }
}
