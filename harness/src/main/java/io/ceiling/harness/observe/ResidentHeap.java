package io.ceiling.harness.observe;

import io.ceiling.harness.observe.jmx.JmxProbe;
import io.ceiling.harness.os.HeapRanges;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Reads how much of the heap of a JVM is in memory, whether or not an object is there.
 *
 * <p>Thread-safe.
 */
public final class ResidentHeap {

    // Bytes that a heap may use without having touched them. A thread's allocation buffer counts as used from its
    // first byte on, and the answer of the JVM itself needs one or two of some megabytes at most.
    private static final long UNTOUCHED_BYTES = 4 << 20;

    // Tolerance for large heaps, whose buffers are larger: 1/N of the used heap.
    private static final long UNTOUCHED_PART = 16;

    private final ProcessReader process;
    private final @Nullable JmxProbe jmx;
    // Null until the JVM has reported the addresses.
    private volatile @Nullable HeapRanges ranges;

    public ResidentHeap(ProcessReader process, @Nullable JmxProbe jmx) {
        this.process = process;
        this.jmx = jmx;
    }

    /** Asks the JVM for the addresses of its heap, unless they are known. Call it before a collection. */
    public void locate() {
        if (ranges == null && jmx != null) {
            String told = jmx.heapInfo();
            if (!told.isBlank()) {
                ranges = HeapRanges.parse(told);
            }
        }
    }

    /** Returns the resident bytes of the heap; not seen if its addresses are not known. */
    public Observation bytes() {
        HeapRanges known = ranges;
        return known == null || known.isEmpty() ? Observation.NOT_SEEN : process.residentBytes(known);
    }

    /**
     * Returns the resident bytes of a heap if they may be true: no object is outside memory, unless its pages are not
     * counted. Pages of hugetlbfs (-XX:+UseLargePages) are in no resident set, and swapped ones are not resident.
     */
    public static Observation plausible(Observation residentBytes, Observation usedBytes) {
        if (!usedBytes.isSeen()) {
            return Observation.NOT_SEEN;
        }
        long used = usedBytes.orElse(0);
        long least = Math.max(1, used - used / UNTOUCHED_PART - UNTOUCHED_BYTES);
        return residentBytes.isAtLeast(least) ? residentBytes : Observation.NOT_SEEN;
    }
}
