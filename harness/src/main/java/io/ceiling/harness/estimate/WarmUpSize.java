package io.ceiling.harness.estimate;

import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Decides how many connections warm a server: as many as a ramp opens at once, but well below every limit. Pure
 * functions.
 */
public final class WarmUpSize {

    private static final int MAX = 32;

    // Bounds the warm-up of a server whose limits are only partly visible, or not at all.
    private static final int MAX_OF_TARGET = 16;

    // Divides a limit: the other half is left to connections that are being closed.
    private static final int LIMIT_DIVISOR = 2;

    // Smallest limit at which responses are held: below it the order to release them may find no thread, or no
    // connection.
    private static final int MIN_TO_HOLD = 16;

    // Levels of a recursion for each server of a ring.
    private static final int ROUNDS = 2;

    // Heap of a connection without its buffers, and a buffer of direct memory, in bytes, of the most expensive workload
    // measured.
    private static final long HEAP_BYTES = 128L << 10;

    private static final long DIRECT_BYTES = 32L << 10;

    // Buffers of a level of a recursion: to read and to write, at both ends.
    private static final int BUFFERS_OF_LEVEL = 4;

    private WarmUpSize() {}

    /**
     * Returns the number of connections, or levels of a recursion, at least 1.
     *
     * @param idle sample of the servers without a connection
     */
    public static int of(Scenario scenario, HostLimits limits, Sample idle) {
        long least = leastBound(scenario, limits, idle);
        long most = scenario.workload().isRecursive()
                ? Math.max(MAX, ROUNDS * scenario.instances())
                : (long) scenario.instances() * (scenario.isExternal() ? MAX_OF_TARGET : MAX);
        long accepted =
                (long) scenario.instances() * scenario.sizes().acceptCount().orElse(LIMIT_DIVISOR * MAX);
        return (int) Math.max(1, Math.min(most, Math.min(least, accepted) / LIMIT_DIVISOR));
    }

    /** Returns true if the limits leave room for held responses and for the order to release them. */
    public static boolean canHold(Scenario scenario, HostLimits limits, Sample idle) {
        return leastBound(scenario, limits, idle) >= (long) scenario.instances() * MIN_TO_HOLD;
    }

    private static long leastBound(Scenario scenario, HostLimits limits, Sample idle) {
        LongStream bounds = scenario.isExternal() ? ofTargets(idle.serverReadings()) : ofOwn(scenario, limits);
        return LongStream.concat(bounds, LongStream.of(scenario.capConnections()))
                .min()
                .orElse(1);
    }

    private static LongStream ofOwn(Scenario scenario, HostLimits limits) {
        LongStream threads = scenario.threadKind() == ThreadKind.PLATFORM
                ? scenario.sizes().maxThreads().number().stream().map(each -> scenario.instances() * each)
                : LongStream.empty();
        return Stream.of(
                        CountedBounds.of(scenario, limits).stream().mapToLong(Bound::connections),
                        threads,
                        ofMemory(scenario))
                .flatMapToLong(bounds -> bounds);
    }

    private static LongStream ofMemory(Scenario scenario) {
        long heap = scenario.jvm().heapMaxBytes().orElse(Long.MAX_VALUE);
        long direct = scenario.jvm().directMemoryBytes().orElse(heap);
        long buffer = scenario.sizes().bufferBytes().orElse(0);
        return LongStream.of(
                        heap / LIMIT_DIVISOR / (HEAP_BYTES + BUFFERS_OF_LEVEL * buffer),
                        direct / Math.max(DIRECT_BYTES, LIMIT_DIVISOR * buffer))
                .map(bound -> scenario.instances() * bound);
    }

    // Returns limits of all servers together: each gets the same share, so the smallest limit counts for all.
    private static LongStream ofTargets(List<ServerReading> idle) {
        return idle.stream().flatMapToLong(WarmUpSize::ofTarget).map(bound -> bound * idle.size());
    }

    private static LongStream ofTarget(ServerReading idle) {
        return Stream.of(
                        room(idle.maxConnections(), idle.connections()),
                        room(idle.maxThreads(), idle.busyThreads()),
                        room(idle.maxDescriptors(), idle.openDescriptors()))
                .flatMapToLong(OptionalLong::stream)
                .filter(bound -> bound > 0);
    }

    // Returns the part of a limit that is not in use; empty without a number. A use that was not seen counts as none.
    private static OptionalLong room(Limit limit, Observation used) {
        return limit.isNumber() ? OptionalLong.of(limit.orElse(0) - used.orElse(0)) : OptionalLong.empty();
    }
}
