package io.ceiling.harness.result;

import java.util.Locale;
import java.util.Optional;

/**
 * The part of a heap that is not in live use when a JVM cannot hold another connection. Immutable.
 *
 * <p>Notes. G1 gives memory in regions of 1 MiB up to a heap of 2 GiB, and of a 2048th of larger ones: a ramp ends when
 * there is no region left for what the next connection allocates. In 31 ramps to server-heap (docs/predictions.md; heaps of 24
 * to 128 MiB, all G1) the live heap at the ceiling, with half of the step to the first failure added, left a median of 0.9
 * regions, 0.4 at the least and 3.0 at the most; with 24 MiB it was 1.0. What other collectors leave was not measured, and does not
 * follow from that: Serial and Parallel report a heap without one of the survivor spaces, and concurrent collectors need room
 * for what is allocated while they work.
 *
 * @param leastBytes least of it, in bytes
 * @param usualBytes usual amount, in bytes
 * @param mostBytes most of it, in bytes
 */
public record HeapReserve(long leastBytes, long usualBytes, long mostBytes) {

    private static final long MEBIBYTE = 1 << 20;

    private static final int REGIONS = 2048;

    private static final int MOST_REGIONS = 4;

    /** Divides a small heap, of which four regions are more than was ever left. */
    private static final int MOST_SHARE = 16;

    /**
     * Returns the reserve of a heap of that many bytes; empty if that of the collector is not known.
     *
     * @param collector collector, as {@link JvmSettings#garbageCollector}
     */
    public static Optional<HeapReserve> of(String collector, long heapBytes) {
        return collector.equals("G1") ? Optional.of(ofG1(heapBytes)) : Optional.empty();
    }

    /** Returns the reserve of a heap of G1 of that many bytes. */
    public static HeapReserve ofG1(long heapBytes) {
        long region = Math.max(MEBIBYTE, Long.highestOneBit(Math.max(1, heapBytes / REGIONS)));
        return new HeapReserve(
                0, Math.min(region, heapBytes / MOST_SHARE), Math.min(MOST_REGIONS * region, heapBytes / MOST_SHARE));
    }

    /** Returns what it is and where it comes from, for the user. */
    public String inWords() {
        return String.format(
                Locale.ROOT,
                "met with %.1f MiB of the heap not in live use (%.1f to %.1f in the interval), as in ramps of G1 (docs/predict.md)",
                (double) usualBytes / MEBIBYTE,
                (double) leastBytes / MEBIBYTE,
                (double) mostBytes / MEBIBYTE);
    }
}
