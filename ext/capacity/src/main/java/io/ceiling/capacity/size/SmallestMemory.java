package io.ceiling.capacity.size;

import java.util.List;
import java.util.OptionalLong;

/**
 * Searches the smallest memory in which the settings hold their connections: until one size holds them and a tenth less
 * does not. Pure functions.
 *
 * <p>Notes. The peak of a passed trial exceeds its need by the file pages that the kernel reclaims before it kills. So
 * the first smaller trial is just above the peak, and each later one has a tenth less.
 */
public final class SmallestMemory {

    /** Share of the memory that must not hold the connections. */
    public static final double NEXT_SHARE = 0.9;

    // Memory that is tried after the first trial, as a multiple of its peak: between the peak and a tenth more.
    private static final double PEAK_FACTOR = 1.04;

    // A trial just above the peak is skipped if it would have more than this share of the memory.
    private static final double MAX_PEAK_SHARE = 0.97;

    private static final int MAX_TRIALS = 8;
    private static final long MEBIBYTE = 1L << 20;

    private SmallestMemory() {}

    /**
     * A trial of the settings that were tried before, with other memory.
     *
     * @param memoryBytes memory of the container
     * @param held true if all connections were held, false if memory stopped them
     * @param peakBytes most memory that the container had, with pages of files; empty if that was not seen
     */
    public record MemoryTrial(long memoryBytes, boolean held, OptionalLong peakBytes) {}

    /** Returns the least memory that held the connections; empty if none did. */
    public static OptionalLong smallestHeld(List<MemoryTrial> trials) {
        return trials.stream()
                .filter(MemoryTrial::held)
                .mapToLong(MemoryTrial::memoryBytes)
                .min();
    }

    /** Returns true if some memory held the connections and a tenth less does not. */
    public static boolean isFound(List<MemoryTrial> trials) {
        OptionalLong heldBytes = smallestHeld(trials);
        return heldBytes.isPresent() && largestFailed(trials) >= tenthLess(heldBytes.getAsLong());
    }

    /** Returns the memory of the next trial; empty if the edge is found, or cannot be. */
    public static OptionalLong next(List<MemoryTrial> trials) {
        OptionalLong heldBytes = smallestHeld(trials);
        if (heldBytes.isEmpty() || isFound(trials) || trials.size() >= MAX_TRIALS) {
            return OptionalLong.empty();
        }
        long atPeak = trials.stream()
                .filter(MemoryTrial::held)
                .filter(trial -> trial.memoryBytes() == heldBytes.getAsLong())
                .mapToLong(trial -> (long) (PEAK_FACTOR * trial.peakBytes().orElse(trial.memoryBytes())))
                .min()
                .orElse(Long.MAX_VALUE);
        long closer = Sizer.upToMebibyte(atPeak);
        boolean allHeld = trials.stream().noneMatch(trial -> !trial.held());
        return OptionalLong.of(
                allHeld && closer < MAX_PEAK_SHARE * heldBytes.getAsLong() ? closer : tenthLess(heldBytes.getAsLong()));
    }

    /** Returns a tenth less memory, in whole MiB. */
    static long tenthLess(long memoryBytes) {
        return Math.max(MEBIBYTE, (long) (NEXT_SHARE * memoryBytes) / MEBIBYTE * MEBIBYTE);
    }

    // Returns the most memory that did not hold the connections; 0 if all did.
    private static long largestFailed(List<MemoryTrial> trials) {
        return trials.stream()
                .filter(trial -> !trial.held())
                .mapToLong(MemoryTrial::memoryBytes)
                .max()
                .orElse(0);
    }
}
