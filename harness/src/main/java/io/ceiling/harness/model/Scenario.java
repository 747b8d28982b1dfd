package io.ceiling.harness.model;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One cell of the matrix; empty values leave the default of the container or the JVM.
 *
 * @param container {@code tomcat} or {@code jetty}
 * @param directMemoryBytes -XX:MaxDirectMemorySize
 * @param garbageCollector as in -XX:+Use...GC: {@code G1}, {@code Serial}, {@code Parallel}, {@code Z}
 * @param nofile soft and hard limit of open descriptors of the server process
 * @param capConnections the ramp does not go beyond
 * @param fork 1 for the first server JVM of this cell, 2 for its first repeat
 */
public record Scenario(
        String container,
        Connector connector,
        ThreadKind threadKind,
        Workload workload,
        OptionalInt maxThreads,
        OptionalInt minSpareThreads,
        OptionalInt bufferBytes,
        OptionalInt maxConnections,
        OptionalInt acceptCount,
        long heapMaxBytes,
        OptionalLong stackBytes,
        OptionalLong directMemoryBytes,
        String garbageCollector,
        int nofile,
        int instances,
        Jdk jdk,
        String atmosphereVersion,
        int capConnections,
        int fork) {

    public Scenario {
        requireAtLeast("heap bytes", heapMaxBytes, 8L << 20);
        requireAtLeast("stack bytes", stackBytes.orElse(64 << 10), 64L << 10);
        requireAtLeast("nofile", nofile, 64);
        requireAtLeast("instances", instances, 1);
        requireAtLeast("cap connections", capConnections, 1);
        requireAtLeast("fork", fork, 1);
    }

    /**
     * What tells this cell from all others of a run, for file names and progress, such as {@code
     * tomcat-nio-virtual-recursive-heap512m-nofile4096-jdk25.0.1-fork1}.
     */
    public String name() {
        StringBuilder name = new StringBuilder(
                "%s-%s-%s-%s".formatted(container, connector.label(), threadKind.label(), workload.label()));
        maxThreads.ifPresent(value -> name.append("-threads").append(value));
        minSpareThreads.ifPresent(value -> name.append("-spare").append(value));
        bufferBytes.ifPresent(value -> name.append("-buffer").append(value));
        maxConnections.ifPresent(value -> name.append("-maxconn").append(value < 0 ? "none" : Integer.toString(value)));
        acceptCount.ifPresent(value -> name.append("-accept").append(value));
        name.append("-heap").append(size(heapMaxBytes));
        stackBytes.ifPresent(value -> name.append("-stack").append(size(value)));
        directMemoryBytes.ifPresent(value -> name.append("-direct").append(size(value)));
        if (!garbageCollector.equals("G1")) {
            name.append('-').append(garbageCollector.toLowerCase(Locale.ROOT));
        }
        name.append("-nofile").append(nofile);
        if (instances > 1) {
            name.append("-x").append(instances);
        }
        name.append("-jdk").append(jdk.version());
        return name.append("-fork").append(fork).toString();
    }

    /** Exact, so that two sizes never share a name. */
    private static String size(long bytes) {
        if (bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "m";
        }
        return bytes % (1 << 10) == 0 ? (bytes >> 10) + "k" : Long.toString(bytes);
    }

    private static void requireAtLeast(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException("%s must be >= %d, was %d".formatted(what, least, value));
        }
    }
}
