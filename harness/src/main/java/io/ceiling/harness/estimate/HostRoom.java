package io.ceiling.harness.estimate;

import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.Optional;

/** Decides whether this host has the memory to start the servers of a scenario. Pure functions. */
public final class HostRoom {

    // Memory of the harness and its first load agent, in bytes; independent of the servers.
    private static final long BASE_RUN_BYTES = 300L << 20;

    // Heap of the harness for a row of one server, in bytes, with room for garbage. It keeps nothing of earlier rows.
    private static final long BASE_HEAP_BYTES = 128L << 20;

    // Heap of the harness for each server and load agent of a row: at four steps 1 500 of them took 28 MiB, and a
    // ramp has up to thirty.
    private static final long HEAP_BYTES_PER_SERVER = 30 * (5L << 10);

    // Memory of a server before the first connection, in bytes; it decides how many servers fit on a host.
    private static final long BASE_RSS_BYTES = 90L << 20;

    // Memory of one of many servers, which are kept small and share the pages of their archive, in bytes.
    private static final long SMALL_RSS_BYTES = 80L << 20;

    // Memory of a load agent, in bytes; each of several servers has one of its own.
    private static final long AGENT_RSS_BYTES = 50L << 20;

    private HostRoom() {}

    /**
     * Returns the reason why this host has too little memory for the instances of a scenario, with the sum; empty if it
     * has enough, or its memory was not seen.
     */
    public static Optional<String> memoryShortage(Scenario scenario, HostLimits host) {
        int instances = scenario.instances();
        long agents = scenario.workload().isRecursive() ? 0 : AGENT_RSS_BYTES;
        long needed = BASE_RUN_BYTES + instances * (baseRss(scenario) + agents);
        long room = host.memoryBytes().orElse(Long.MAX_VALUE) - host.memoryFloorBytes();
        return instances == 1 || needed <= room
                ? Optional.empty()
                : Optional.of(
                        "--instances must be at most %d here, was %d: before the first connection they need %s (%s for harness and agents, %d x %s of servers%s), and this host has %s, of which %s are left free"
                                .formatted(
                                        Math.max(1, (room - BASE_RUN_BYTES) / (baseRss(scenario) + agents)),
                                        instances,
                                        Figures.mebibytes(needed),
                                        Figures.mebibytes(BASE_RUN_BYTES),
                                        instances,
                                        Figures.mebibytes(baseRss(scenario)),
                                        agents == 0
                                                ? ""
                                                : " and %s of load agents".formatted(Figures.mebibytes(agents)),
                                        Figures.mebibytes(host.memoryBytes().orElse(0)),
                                        Figures.mebibytes(host.memoryFloorBytes())));
    }

    /**
     * Returns the reason why the heap of the harness is too small for the readings of a scenario; empty if it is not. Connections
     * need none of it: they are counted where they are.
     *
     * @param heapBytes largest heap of this process
     */
    public static Optional<String> heapShortage(Scenario scenario, long heapBytes) {
        long needed = BASE_HEAP_BYTES + 2 * HEAP_BYTES_PER_SERVER * scenario.instances();
        return needed <= heapBytes
                ? Optional.empty()
                : Optional.of(
                        "the harness must have a heap of %s for %s and a load agent for each, has %s. Hint: CEILING_HEAP=%dm in its environment"
                                .formatted(
                                        Figures.mebibytes(needed),
                                        Plural.of(scenario.instances(), "server"),
                                        Figures.mebibytes(heapBytes),
                                        (needed >> 20) + 64));
    }

    private static long baseRss(Scenario scenario) {
        return scenario.server().sharesHost() ? SMALL_RSS_BYTES : BASE_RSS_BYTES;
    }
}
