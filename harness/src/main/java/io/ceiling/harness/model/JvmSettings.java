package io.ceiling.harness.model;

import io.ceiling.container.Limit;
import java.util.OptionalLong;

/**
 * The JVM that a server runs in.
 *
 * @param heapMaxBytes -Xmx; not seen for a server that does not say
 * @param stackBytes -Xss; empty for the JVM's own
 * @param directMemoryBytes -XX:MaxDirectMemorySize; empty for the JVM's own
 * @param garbageCollector as in -XX:+Use...GC: {@code G1}, {@code Serial}, {@code Parallel}, {@code Z}; empty for a server
 *     that does not say
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
