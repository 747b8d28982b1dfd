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

    private final Map<LimitingFactor, Following> followed = new LinkedHashMap<>();
    private final List<MetLimit> over = new ArrayList<>();

    // A limit that is met now, or may be.
    private static final class Following {
        private final long fromNanos;
        private long toNanos;
        private int without;
        private boolean begun;
        private Attribution clearest;
        private long waiting;

        private Following(long fromNanos, Attribution first, long waiting) {
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
                    begun && without == 0);
        }
    }

    /**
     * The limits that began or ended with a reading.
     *
     * @param begun limits that are now seen to be met, since the reading before
     * @param ended limits that are over
     */
    public record Changes(List<MetLimit> begun, List<MetLimit> ended) {

        public Changes {
            begun = List.copyOf(begun);
            ended = List.copyOf(ended);
        }
    }

    /**
     * Takes the limits that a reading shows.
     *
     * @param elapsedNanos time of the reading, in ns
     * @param met limits that it shows, each once
     * @param waiting number of connections that wait; the evidence of the reading with the most of them is kept
     */
    public Changes after(long elapsedNanos, List<Attribution> met, long waiting) {
        List<MetLimit> begun = new ArrayList<>();
        for (Attribution limit : met) {
            Following known = followed.get(limit.factor());
            if (known == null) {
                followed.put(limit.factor(), new Following(elapsedNanos, limit, waiting));
                continue;
            }
            known.toNanos = elapsedNanos;
            known.without = 0;
            if (waiting >= known.waiting) {
                known.clearest = limit;
                known.waiting = waiting;
            }
            if (!known.begun) {
                known.begun = true;
                begun.add(known.limit());
            }
        }
        return new Changes(begun, ended(met));
    }

    private List<MetLimit> ended(List<Attribution> met) {
        List<MetLimit> ended = new ArrayList<>();
        followed.entrySet().removeIf(entry -> {
            Following known = entry.getValue();
            if (met.stream().anyMatch(limit -> limit.factor() == entry.getKey())) {
                return false;
            }
            known.without++;
            if (known.begun && known.without >= READINGS_WITHOUT) {
                ended.add(known.limit());
            }
            return !known.begun || known.without >= READINGS_WITHOUT;
        });
        over.addAll(ended);
        return ended;
    }

    /** Returns all limits that were met, in the order in which they were, those of the load tool first. */
    public List<MetLimit> all() {
        List<MetLimit> all = new ArrayList<>(over);
        followed.values().stream()
                .filter(known -> known.begun)
                .map(Following::limit)
                .forEach(all::add);
        all.sort(MetLimits::compare);
        return List.copyOf(all);
    }

    private static int compare(MetLimit one, MetLimit other) {
        int side = Boolean.compare(other.factor().invalidates(), one.factor().invalidates());
        return side != 0 ? side : Long.compare(one.fromNanos(), other.fromNanos());
    }
}
