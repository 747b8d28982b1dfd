package io.ceiling.anatomy;

import io.ceiling.harness.stats.CostPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The numbers of connections at which a server is read for its anatomy. Pure functions.
 *
 * <p>The lowest is above what a warm-up opens: a server keeps some of the objects of connections that have ended, and
 * gives them to the next ones, which then seem to cost nothing.
 *
 * @param all numbers in ascending order
 * @param dumpLevels levels at which a heap dump is taken: two, or none
 */
record Levels(List<Integer> all, List<Integer> dumpLevels) {

    /** Most connections in a heap dump: a dump of more shows nothing new. */
    public static final int MAX_DUMPED = 500;

    /** Fewest connections with meaningful slopes: the lowest level is above what a warm-up opens. */
    public static final int MIN_CONNECTIONS = 100;

    private static final int STEP_PERCENT = 15;
    private static final int WHOLE = 100;

    public Levels {
        all = List.copyOf(all);
        dumpLevels = List.copyOf(dumpLevels);
    }

    /**
     * Returns the levels up to that many connections.
     *
     * @param dump true to take heap dumps
     * @throws IllegalArgumentException if they are fewer than {@link #MIN_CONNECTIONS}
     */
    public static Levels upTo(int connections, boolean dump) {
        if (connections < MIN_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "connections must be >= %d, was %d".formatted(MIN_CONNECTIONS, connections));
        }
        TreeSet<Integer> all = new TreeSet<>();
        for (int percent = CostPoints.WARM_PERCENT; percent <= WHOLE; percent += STEP_PERCENT) {
            all.add(share(connections, percent));
        }
        List<Integer> dumped = new ArrayList<>();
        if (dump) {
            int most = Math.min(connections, MAX_DUMPED);
            dumped.add(share(most, CostPoints.WARM_PERCENT));
            dumped.add(most);
            all.addAll(dumped);
        }
        return new Levels(List.copyOf(all), dumped);
    }

    private static int share(int connections, int percent) {
        return (int) ((long) connections * percent / WHOLE);
    }
}
