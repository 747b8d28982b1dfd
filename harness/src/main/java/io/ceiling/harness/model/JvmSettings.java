package io.ceiling.harness.model;

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
 */
public record JvmSettings(
        Jdk jdk, Limit heapMaxBytes, OptionalLong stackBytes, OptionalLong directMemoryBytes, String garbageCollector) {

    public JvmSettings {
        if (stackBytes.orElse(64L << 10) < 64L << 10) {
            throw new IllegalArgumentException(
                    "stack bytes must be >= %d, was %d".formatted(64L << 10, stackBytes.getAsLong()));
        }
    }
}
