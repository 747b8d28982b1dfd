package io.ceiling.harness.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The units that /proc counts in, from the auxiliary vector that the kernel gave to this process (getauxval(3)).
 *
 * @param ticksPerSecond of processor time
 */
record KernelUnits(long pageBytes, long ticksPerSecond) {

    private static final long AT_PAGESZ = 6;
    private static final long AT_CLKTCK = 17;

    /** Length of a tick; a thousandth of a second or more wherever Linux runs. */
    long tickNanos() {
        return 1_000_000_000L / ticksPerSecond;
    }

    static KernelUnits read(Path proc) {
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
            // The values of nearly every Linux stand.
        }
        return new KernelUnits(pageBytes, ticks);
    }
}
