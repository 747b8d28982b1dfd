package io.ceiling.load.loop;

/** Numbers that look drawn at random, any of which can be had without those before: event loops need no common state. */
public final class SplitMix64 {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private SplitMix64() {}

    /** Returns the number of that index, 64 bits. */
    public static long at(long seed, long index) {
        long mixed = seed + (index + 1) * GOLDEN_GAMMA;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
