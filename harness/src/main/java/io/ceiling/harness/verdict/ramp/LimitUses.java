package io.ceiling.harness.verdict.ramp;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.result.ServerLimit;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.Usage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds how far limits are used. Pure functions. */
public final class LimitUses {

    private LimitUses() {}

    /** Returns the limits of a server with their use, in a fixed order. */
    public static List<LimitUse> ofServer(ServerReading server) {
        return ServerLimit.counted().stream()
                .flatMap(limit -> limit.use(server).stream())
                .toList();
    }

    /**
     * Returns the limits that the present scenario of a run comes nearer to, the nearest one first: those of the newest
     * reading, and the heap as the last full collection left it, since its use includes garbage otherwise.
     */
    public static List<LimitUse> of(RunState state) {
        return Stream.concat(
                        state.lastSample().stream().flatMap(sample -> ofSample(sample, state.memoryFloorBytes())),
                        state.lastAfterGc().stream().flatMap(sample -> ServerLimit.HEAP.use(sample.server()).stream()))
                .sorted(Comparator.comparingDouble(LimitUse::share).reversed())
                .toList();
    }

    private static Stream<LimitUse> ofSample(Sample sample, long memoryFloorBytes) {
        Usage agents = sample.load().process().descriptors();
        return Stream.concat(
                ofServer(sample.server()).stream(),
                Stream.of(
                                LimitUse.of(
                                        LimitingFactor.ACCEPT_QUEUE,
                                        sample.server().listenQueue().waiting(),
                                        sample.server().listenQueue().backlog(),
                                        "connections in the listen queue"),
                                LimitUse.of(
                                        LimitingFactor.LOAD_FILE_DESCRIPTORS,
                                        Observation.of(agents.used()),
                                        Limit.of(agents.limit()),
                                        "open files of the load generator"),
                                hostMemory(sample.host(), memoryFloorBytes))
                        .flatMap(Optional::stream));
    }

    // Returns the used part of the memory that a ramp may use: it stops at the floor.
    private static Optional<LimitUse> hostMemory(HostReading host, long floorBytes) {
        Observation total = host.memoryTotalBytes();
        return LimitUse.of(
                LimitingFactor.HOST_MEMORY,
                total.since(host.memoryAvailableBytes()),
                total.isSeen() ? Limit.of(Math.max(0, total.orElse(0) - floorBytes)) : Limit.NOT_SEEN,
                LimitUse.BYTES);
    }
}
