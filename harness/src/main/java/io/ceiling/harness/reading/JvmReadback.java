package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.JvmSettings;
import java.util.List;

/**
 * The settings that a running JVM reports of itself, to be compared with the requested ones.
 *
 * @param heapMaxBytes limit of the heap in bytes, which the JVM rounds up to its regions
 * @param stackBytes size of a thread's stack in bytes
 * @param directMaxBytes limit of direct buffers in bytes
 * @param garbageCollector collector, as {@link JvmSettings#garbageCollector}; empty if it is not seen
 */
public record JvmReadback(Limit heapMaxBytes, Limit stackBytes, Limit directMaxBytes, String garbageCollector) {

    /** The settings of a JVM that tells none, or of a server that is none. */
    public static final JvmReadback NOT_SEEN = new JvmReadback(Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, "");

    /** Collectors of HotSpot, by the names in their flags. */
    public static final List<String> COLLECTORS = List.of("G1", "Serial", "Parallel", "Z", "Shenandoah", "Epsilon");

    private static final long LARGEST_UNIT = 2L << 20;
    // Smallest share of a heap that a region may be.
    private static final int MAX_REGIONS = 512;

    /** Returns the limit of the heap; the requested one if the JVM only rounded it up to its regions. */
    public Limit heapMaxBytesFor(Limit asked) {
        long heap = asked.orElse(-1);
        long more = heapMaxBytes.orElse(heap) - heap;
        return more >= 0 && more < Math.max(LARGEST_UNIT, heap / MAX_REGIONS) ? asked : heapMaxBytes;
    }
}
