package io.ceiling.watch.verdict;

import java.util.Collections;
import java.util.List;

/**
 * Decides when enough single requests were sent after a load: the first ones may wait behind its rest. Pure functions.
 */
public final class SingleTimes {

    // Requests in a row that took the same time.
    private static final int IN_A_ROW = 6;

    private static final int MAX = 24;
    private static final double MAX_RELATIVE_SPREAD = 0.15;
    private static final long MAX_SPREAD_NANOS = 1_000_000;

    private SingleTimes() {}

    /** Returns true if no further request is needed. */
    public static boolean areEnough(List<Long> nanos) {
        return nanos.size() >= MAX || (nanos.size() >= IN_A_ROW && isSteady(tail(nanos, IN_A_ROW)));
    }

    /** Returns the times that count: the last ones if they are alike, and else the later half. */
    public static List<Long> steadyTimes(List<Long> nanos) {
        return nanos.size() >= IN_A_ROW && isSteady(tail(nanos, IN_A_ROW))
                ? tail(nanos, IN_A_ROW)
                : tail(nanos, Math.max(1, (nanos.size() + 1) / 2));
    }

    private static boolean isSteady(List<Long> nanos) {
        long least = Collections.min(nanos);
        return Collections.max(nanos) - least <= Math.max(MAX_SPREAD_NANOS, MAX_RELATIVE_SPREAD * least);
    }

    private static List<Long> tail(List<Long> nanos, int count) {
        return nanos.subList(nanos.size() - count, nanos.size());
    }
}
