package io.ceiling.harness.result;

import java.util.Locale;
import java.util.Optional;

/**
 * The part of a heap that is not in live use when a JVM cannot hold another connection. Immutable.
 *
 * <p>Notes. G1 gives memory in regions of 1 MiB up to a heap of 2 GiB, and of a 2048th of larger ones: a ramp ends when
 * there is no region left for what the next connection allocates. In 31 ramps to server-heap (docs/predictions.md; heaps of 24
 * to 128 MiB, all G1) the live heap at the ceiling, with half of the step to the first failure added, left a median of 0.9
 * regions, 0.4 at the least and 3.0 at the most; with 24 MiB it was 1.0.
 *
 * <p>Other collectors have no regions of that kind, and what they leave goes with the heap, as they report it: 21 ramps to
 * server-heap with 32 and 64 MiB (docs/predictions.md) left 2.6 to 7.5 % with Serial (median of 9: 3.3), 7.1 to 13.0 % with
 * Parallel (of 4: 10), and -1.9 to 15.3 % with Z (of 8: 2.2), which allocates while it collects.
 *
 * @param collector collector, as {@link JvmSettings#garbageCollector}
 * @param leastBytes least of it, in bytes
 * @param usualBytes usual amount, in bytes
 * @param mostBytes most of it, in bytes
 */
public record HeapReserve(String collector, long leastBytes, long usualBytes, long mostBytes) {

    private static final long MEBIBYTE = 1 << 20;

    private static final int REGIONS = 2048;

    private static final int MAX_REGIONS = 4;

    // Divisor for the most of a small heap, where four regions are more than was ever left.
    private static final int MOST_SHARE = 16;

    /**
     * Returns the reserve of a heap of that many bytes; empty if that of the collector is not known.
     *
     * @param collector collector, as {@link JvmSettings#garbageCollector}
     */
    public static Optional<HeapReserve> of(String collector, long heapBytes) {
        return switch (collector) {
            case "G1" -> Optional.of(ofG1(heapBytes));
            case "Serial" -> Optional.of(ofShares(collector, heapBytes, 0.02, 0.033, 0.08));
            case "Parallel" -> Optional.of(ofShares(collector, heapBytes, 0.06, 0.1, 0.14));
            case "Z" -> Optional.of(ofShares(collector, heapBytes, -0.02, 0.022, 0.16));
            default -> Optional.empty();
        };
    }

    private static HeapReserve ofShares(String collector, long heapBytes, double least, double usual, double most) {
        return new HeapReserve(
                collector, (long) (least * heapBytes), (long) (usual * heapBytes), (long) (most * heapBytes));
    }

    /** Returns the reserve of a heap of G1 of that many bytes. */
    public static HeapReserve ofG1(long heapBytes) {
        long region = Math.max(MEBIBYTE, Long.highestOneBit(Math.max(1, heapBytes / REGIONS)));
        return new HeapReserve(
                "G1",
                0,
                Math.min(region, heapBytes / MOST_SHARE),
                Math.min(MAX_REGIONS * region, heapBytes / MOST_SHARE));
    }

    /** Returns what it is and where it comes from, for the user. */
    public String inWords() {
        return String.format(
                Locale.ROOT,
                "met with %.1f MiB of the heap not in live use (%.1f to %.1f in the interval), as in ramps of %s (docs/predict.md)",
                (double) usualBytes / MEBIBYTE,
                (double) leastBytes / MEBIBYTE,
                (double) mostBytes / MEBIBYTE,
                collector);
    }
}
