package io.ceiling.harness.report;

import io.ceiling.harness.model.ResponseTimes;
import io.ceiling.harness.model.RoomsPoint;

/** Points for tests: 1000 users in 100 rooms, ten seconds. */
final class RoomsPoints {

    private static final long MILLISECOND = 1_000_000;

    static final RoomsPoint STEADY = point(25 * MILLISECOND, 4000, 0, 4, 20, 4, 0.75, 4000);

    private RoomsPoints() {}

    /**
     * A point.
     *
     * @param sent of {@code asked}
     * @param p50 and others in milliseconds
     */
    static RoomsPoint point(
            long pauseNanos, long sent, long lost, long p50, long p99, long lastThird, double idle, long asked) {
        long due = 12 * sent;
        return new RoomsPoint(
                1000,
                100,
                pauseNanos,
                10,
                asked,
                sent,
                4,
                due,
                due - lost,
                0,
                0,
                10 * sent,
                1230 * sent,
                10_000 * MILLISECOND,
                new ResponseTimes(sent, p50 * MILLISECOND, p99 * MILLISECOND, p99 * MILLISECOND, 2 * p99 * MILLISECOND),
                new ResponseTimes(sent, MILLISECOND, 2 * MILLISECOND, 3 * MILLISECOND, 4 * MILLISECOND),
                p50 * MILLISECOND,
                lastThird * MILLISECOND,
                idle,
                0.41,
                0.08,
                0.04,
                140,
                120L << 20,
                378L << 20,
                3 * MILLISECOND,
                MILLISECOND);
    }
}
