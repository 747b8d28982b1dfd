package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LevelReading.CpuTimes;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    static PredictionLimits limits(ThreadHeadroom room, double pace) {
        return new PredictionLimits(
                NO_LIMITS,
                new PredictionLimits.RoomLeft(room, Observation.NOT_SEEN),
                Limit.NOT_SEEN,
                "G1",
                2,
                OptionalDouble.of(pace),
                new PredictionLimits.Clients(false, 0),
                "");
    }

    /**
     * Returns readings without a connection and at five levels: a descriptor and 50 000 bytes of heap for each connection,
     * 1 000 descriptors, 100 MB of heap, 5 000 connections, two threads of the process for each.
     *
     * @param bend bytes of heap more for the square of the connections
     */
    static Readings of(double bend) {
        return new Readings(IntStream.of(0, 10, 20, 30, 40, 50)
                .mapToObj(n -> level(n, bend, 0))
                .toList());
    }

    /** Returns the same readings, and one of the highest level again in which the heap has so much more. */
    static Readings again(long more) {
        return new Readings(of(0).levels(), Optional.of(level(50, 0, more).sample()), 0);
    }

    /** Returns readings whose zero point has the buffers of two connections. */
    static Readings warmedUp() {
        List<LevelReading> levels = new ArrayList<>(of(0).levels());
        levels.set(0, level(0, 0, 2_000_000));
        return new Readings(levels, Optional.empty(), 2);
    }

    /** Returns readings of a pool that has ten threads to spare, and starts one for each connection beyond them. */
    static Readings withSpareThreads() {
        return new Readings(IntStream.of(0, 10, 20, 30, 40, 50)
                .mapToObj(n -> new LevelReading(
                        n,
                        sample(n, ServerReadings.notSeen().threads(40 + Math.max(0, n - 10))),
                        CpuTimes.NOT_MEASURED))
                .toList());
    }

    private static Sample sample(int n, ServerReadings server) {
        return new Sample(n, true, server.build(), HostReading.NOT_SEEN, LoadReading.NONE);
    }

    /**
     * Returns readings of a server in a control group: 50 000 bytes of heap for each connection, and memory beside it
     * that grows with time, as the reading of the highest level again shows.
     *
     * @param each bytes by which memory beside the heap grows from one reading to the next, and three times until the last
     */
    static Readings ofGrowingProcess(long each) {
        List<LevelReading> levels = IntStream.rangeClosed(0, 5)
                .mapToObj(i -> new LevelReading(10 * i, growing(10 * i, each * i), CpuTimes.NOT_MEASURED))
                .toList();
        return new Readings(levels, Optional.of(growing(50, each * 8)), 0);
    }

    /** Returns a reading of which nothing but the heap was seen. */
    static LevelReading ofHeap(int n, long bytes, Limit max) {
        return new LevelReading(n, sample(n, ServerReadings.notSeen().heap(bytes, max)), CpuTimes.NOT_MEASURED);
    }

    private static Sample growing(int n, long beside) {
        long heap = 10_000_000 + 50_000L * n;
        long resident = heap + 90_000_000 + beside;
        return sample(
                n, ServerReadings.notSeen().heap(heap, Limit.of(1_000_000_000)).resident(resident, resident));
    }

    private static LevelReading level(int n, double bend, long more) {
        long scatter = n % 20 == 0 ? 20_000 : -20_000;
        Sample sample = new Sample(
                n,
                true,
                ServerReadings.notSeen()
                        .connections(n, Limit.of(5_000))
                        .pool(10, 0, Limit.of(200), 0)
                        .descriptors(60L + n, Limit.of(1_000))
                        .heap(10_000_000 + 50_000L * n + (long) (bend * n * n) + scatter + more, Limit.of(100_000_000))
                        .threads(30 + 2L * n)
                        .resident(100_000_000, 100_000_000)
                        .build(),
                HostReading.NOT_SEEN,
                new LoadReading(
                        1,
                        Counts.of(new ConnectionCounts(n, 0, n, n, 0, 0, 0), Failures.NONE, ExchangeCounts.NONE),
                        LoadTimes.NONE,
                        AgentProcess.NONE));
        // 1 ms for each exchange, and 0.1 ms in a second for an idle connection.
        return new LevelReading(
                n,
                sample,
                new CpuTimes(
                        Observation.of(SECOND),
                        Observation.of(100_000L * n),
                        Observation.of(SECOND),
                        Observation.of(100_000L * n + 100 * 1_000_000L),
                        Observation.of(n == 0 ? 0 : 100)));
    }
}
