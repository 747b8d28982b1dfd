package io.ceiling.harness.scenario;

import io.ceiling.container.Limit;
import java.util.OptionalLong;

/**
 * The settings of a server's JVM.
 *
 * @param jdk JDK that runs the server
 * @param heapMaxBytes -Xmx in bytes; not seen for a server that does not report it
 * @param stackBytes -Xss in bytes, at least 64 KiB; empty for the JVM's default
 * @param directMemoryBytes -XX:MaxDirectMemorySize in bytes; empty for the JVM's default
 * @param garbageCollector name as in -XX:+Use...GC: {@code G1}, {@code Serial}, {@code Parallel}, {@code Z}; empty for
 *     a server that does not report it
 * @param oneCompiler true if C1 alone compiles, for servers that share a host with many: they then open their
 *     connections sooner, but a request to a warm one takes 1.2 to 1.9 times the processor time (docs/scale.md); false
 *     for a server whose compilers are not known
 */
public record JvmSettings(
        Jdk jdk,
        Limit heapMaxBytes,
        OptionalLong stackBytes,
        OptionalLong directMemoryBytes,
        String garbageCollector,
        boolean oneCompiler) {

    // Heap from which on a reference of all collectors but ZGC takes 8 bytes, in place of 4, in bytes: a little less
    // than 32 GiB, since the heap does not begin at address 0. JDK 17 and 25 change between 32736 and 32740 MiB.
    private static final long WIDE_REFERENCES = (32L << 30) - (64L << 20);

    public JvmSettings {
        if (stackBytes.orElse(64L << 10) < 64L << 10) {
            throw new IllegalArgumentException(
                    "stack bytes must be >= %d, was %d".formatted(64L << 10, stackBytes.getAsLong()));
        }
    }

    /**
     * Returns the heap up to which references keep the width that they have in this JVM, in bytes: beyond it, objects
     * are larger than those that were measured. It is the largest number where they are wide already, and of a server
     * that reports no collector.
     */
    public long mostHeapOfSameReferences() {
        return mostHeapOfSameReferences(garbageCollector, heapMaxBytes.orElse(0));
    }

    /** Returns the same of a JVM with that collector and that -Xmx in bytes, 0 if it is not known. */
    public static long mostHeapOfSameReferences(String garbageCollector, long heapMaxBytes) {
        boolean same = garbageCollector.isEmpty() || garbageCollector.equals("Z") || heapMaxBytes >= WIDE_REFERENCES;
        return same ? Long.MAX_VALUE : WIDE_REFERENCES;
    }
}
