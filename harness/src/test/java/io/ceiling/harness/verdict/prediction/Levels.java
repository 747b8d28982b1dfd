package io.ceiling.harness.verdict.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.HostReadings;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ServerReadings;
import io.ceiling.harness.model.ThreadRoom;
import io.ceiling.harness.model.prediction.LevelReading;
import io.ceiling.harness.model.prediction.LevelReading.Work;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Readings of a made-up server at a few levels, whose limits are known. */
final class Levels {

    private static final long SECOND = 1_000_000_000L;
    static final HostLimits NO_LIMITS = new HostLimits(
            HostLimits.Descriptors.NOT_SEEN,
            HostLimits.Threads.NOT_SEEN,
            HostLimits.Cgroup.NOT_SEEN,
            HostLimits.Network.NOT_SEEN,
            Limit.NOT_SEEN,
            0);

    private Levels() {}

    static PredictionLimits limits(ThreadRoom room, double pace) {
        return new PredictionLimits(NO_LIMITS, room, Limit.NOT_SEEN, 2, OptionalDouble.of(pace), false);
    }

    /**
     * Returns readings without a connection and at five levels: a descriptor and 50 000 bytes of heap for each connection,
     * 1 000 descriptors, 100 MB of heap, 5 000 connections, two threads of the process for each.
     *
     * @param bend bytes of heap more for the square of the connections
     */
    static List<LevelReading> of(double bend) {
        return IntStream.of(0, 10, 20, 30, 40, 50).mapToObj(n -> level(n, bend)).toList();
    }

    private static LevelReading level(int n, double bend) {
        long scatter = n % 20 == 0 ? 20_000 : -20_000;
        Sample sample = new Sample(
                n,
                true,
                ServerReadings.notSeen()
                        .connections(n, Limit.of(5_000))
                        .pool(10, 0, Limit.of(200), 0)
                        .descriptors(60L + n, Limit.of(1_000))
                        .heap(10_000_000 + 50_000L * n + (long) (bend * n * n) + scatter, Limit.of(100_000_000))
                        .threads(30 + 2L * n)
                        .resident(100_000_000, 100_000_000)
                        .build(),
                HostReadings.notSeen().build(),
                LoadReading.NONE);
        // 1 ms for each exchange, and 0.1 ms in a second for an idle connection.
        return new LevelReading(
                n,
                sample,
                new Work(
                        Seen.of(SECOND),
                        Seen.of(100_000L * n),
                        Seen.of(SECOND),
                        Seen.of(100_000L * n + 100 * 1_000_000L),
                        Seen.of(n == 0 ? 0 : 100)));
    }
}
