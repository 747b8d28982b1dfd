package io.ceiling.load.loop;

/**
 * The SplitMix64 generator of {@link java.util.SplittableRandom}, where each number is computed from seed and index
 * alone, so that event loops need no shared state.
 */
public final class SplitMix64 {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private SplitMix64() {}

    /** Returns the 64-bit number at this index, >= 0, of the sequence of this seed. */
    public static long at(long seed, long index) {
        long mixed = seed + (index + 1) * GOLDEN_GAMMA;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
