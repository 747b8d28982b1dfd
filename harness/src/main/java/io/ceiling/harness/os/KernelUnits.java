package io.ceiling.harness.os;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The units of numbers in /proc, from the auxiliary vector of this process (getauxval(3)).
 *
 * @param pageBytes size of a page
 * @param ticksPerSecond ticks of processor time per second
 */
public record KernelUnits(long pageBytes, long ticksPerSecond) {

    private static final long AT_PAGESZ = 6;
    private static final long AT_CLKTCK = 17;

    /** Returns the length of a tick, in ns. */
    public long tickNanos() {
        return 1_000_000_000L / ticksPerSecond;
    }

    public static KernelUnits read(Path proc) {
        long pageBytes = 4096;
        long ticks = 100;
        try {
            ByteBuffer vector = ByteBuffer.wrap(Files.readAllBytes(proc.resolve("self/auxv")))
                    .order(ByteOrder.nativeOrder());
            while (vector.remaining() >= 2 * Long.BYTES) {
                long key = vector.getLong();
                long value = vector.getLong();
                if (key == AT_PAGESZ) {
                    pageBytes = value;
                } else if (key == AT_CLKTCK) {
                    ticks = value;
                }
            }
        } catch (IOException e) {
            // The defaults are correct for nearly every Linux.
        }
        return new KernelUnits(pageBytes, ticks);
    }
}
