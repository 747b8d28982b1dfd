package io.ceiling.rooms;

import io.ceiling.harness.reading.HostShares;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.ServerFootprint;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.PublishCounts;
import java.util.OptionalDouble;

/** Points for tests: 1000 users in 100 rooms, ten seconds. */
public final class RoomsPoints {

    private static final long MILLISECOND = 1_000_000;

    public static final RoomsPoint STEADY = point(25 * MILLISECOND, 4000, 0, 4, 20, 4, 0.75, 4000);

    private RoomsPoints() {}

    /** Returns a point that is good in all but one thing: so many members were gone at its end. */
    public static RoomsPoint without(long gone) {
        return new RoomsPoint(
                STEADY.load(),
                STEADY.throughput(),
                new RoomsDeliveries(
                        STEADY.deliveries().due(), STEADY.deliveries().received(), gone),
                STEADY.roundTrips(),
                STEADY.resources(),
                STEADY.probeCores());
    }

    /**
     * A point.
     *
     * @param sent of {@code asked}
     * @param p50 and others in milliseconds
     */
    public static RoomsPoint point(
            long pauseNanos, long sent, long lost, long p50, long p99, long lastThird, double idle, long asked) {
        long due = 12 * sent;
        return new RoomsPoint(
                new RoomsLoad(1000, 100, 10, pauseNanos),
                new RoomsThroughput(
                        10_000 * MILLISECOND,
                        new PublishCounts(asked, sent, 4, sent),
                        new ChannelCounts(10 * sent, 1230 * sent, 0, 0, 0)),
                new RoomsDeliveries(due, new ChannelCounts(due - lost, 123 * (due - lost), lost, 0, 0), 0),
                new RoundTrips(
                        new Latencies(times(sent, p50, p99, p99, 2 * p99), times(sent, 1, 2, 3, 4)),
                        p50 * MILLISECOND,
                        lastThird * MILLISECOND),
                new ResourceUse(
                        new HostShares(
                                OptionalDouble.of(idle),
                                OptionalDouble.of(0.01),
                                OptionalDouble.of(0.02),
                                OptionalDouble.of(0)),
                        0.41,
                        0.08,
                        new ServerFootprint(
                                Observation.of(140), Observation.of(120L << 20), Observation.of(378L << 20)),
                        LongestPauses.NONE.withServerPause(3 * MILLISECOND).withAgentPause(MILLISECOND)),
                0.04);
    }

    private static ResponseTimes times(long count, long p50, long p99, long p999, long most) {
        return new ResponseTimes(
                count, p50 * MILLISECOND, p50 * MILLISECOND, p99 * MILLISECOND, p999 * MILLISECOND, most * MILLISECOND);
    }
}
