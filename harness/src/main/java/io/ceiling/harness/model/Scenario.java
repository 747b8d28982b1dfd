package io.ceiling.harness.model;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import java.util.Locale;
import java.util.Optional;
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
 * @param messaging how subscribers are connected; empty for workloads that do not subscribe
 * @param application of the workload CUSTOM; empty for the others
 * @param target the server that is there already, of which the settings above are what it says itself, 0 where it does not say; empty
 *     for one that is started for this scenario
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
        int fork,
        Optional<Messaging> messaging,
        Optional<OwnApplication> application,
        Optional<Target> target) {

    public Scenario {
        requireAtLeast("heap bytes", heapMaxBytes, target.isPresent() ? 0 : 8L << 20);
        requireAtLeast("stack bytes", stackBytes.orElse(64 << 10), 64L << 10);
        requireAtLeast("nofile", nofile, target.isPresent() ? 0 : 64);
        requireAtLeast("instances", instances, 1);
        requireAtLeast("cap connections", capConnections, 1);
        requireAtLeast("fork", fork, 1);
        if (messaging.isPresent() != workload.subscribes()) {
            throw new IllegalArgumentException(
                    "workload %s %s messaging".formatted(workload.label(), workload.subscribes() ? "needs" : "has no"));
        }
        if (application.isPresent() != (workload == Workload.CUSTOM)) {
            throw new IllegalArgumentException("workload %s %s application"
                    .formatted(workload.label(), application.isPresent() ? "has no" : "needs an"));
        }
    }

    /** With the application of this project, in a server that is started for it. */
    public Scenario(
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
            int fork,
            Optional<Messaging> messaging) {
        this(
                container,
                connector,
                threadKind,
                workload,
                maxThreads,
                minSpareThreads,
                bufferBytes,
                maxConnections,
                acceptCount,
                heapMaxBytes,
                stackBytes,
                directMemoryBytes,
                garbageCollector,
                nofile,
                instances,
                jdk,
                atmosphereVersion,
                capConnections,
                fork,
                messaging,
                Optional.empty(),
                Optional.empty());
    }

    /** The same server with the user's own application in it. */
    public Scenario with(OwnApplication own) {
        return new Scenario(
                container,
                connector,
                threadKind,
                Workload.CUSTOM,
                maxThreads,
                minSpareThreads,
                bufferBytes,
                maxConnections,
                acceptCount,
                heapMaxBytes,
                stackBytes,
                directMemoryBytes,
                garbageCollector,
                nofile,
                instances,
                jdk,
                atmosphereVersion,
                capConnections,
                fork,
                Optional.empty(),
                Optional.of(own),
                target);
    }

    /** Of a workload that does not subscribe. */
    public Scenario(
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
        this(
                container,
                connector,
                threadKind,
                workload,
                maxThreads,
                minSpareThreads,
                bufferBytes,
                maxConnections,
                acceptCount,
                heapMaxBytes,
                stackBytes,
                directMemoryBytes,
                garbageCollector,
                nofile,
                instances,
                jdk,
                atmosphereVersion,
                capConnections,
                fork,
                Optional.empty());
    }

    /**
     * What tells this cell from all others of a run, for file names and progress, such as {@code
     * tomcat-nio-virtual-recursive-heap512m-nofile4096-jdk25.0.1-fork1}.
     */
    public String name() {
        String work = application.map(own -> own.request().name()).orElse(workload.label());
        if (target.isPresent()) {
            return target.get().name() + "-" + work
                    + messaging.map(value -> "-" + value.name()).orElse("");
        }
        StringBuilder name =
                new StringBuilder("%s-%s-%s-%s".formatted(container, connector.label(), threadKind.label(), work));
        messaging.ifPresent(value ->
                name.append('-').append(value.name()).append("-atmosphere").append(atmosphereVersion));
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

    /** Whether a platform thread of the server is taken for as long as a connection is held. */
    public boolean holdsThread() {
        return threadKind == ThreadKind.PLATFORM
                && (workload.holdsThread() || (connector == Connector.BIO && !isAsynchronous()));
    }

    /** Whether nobody but the server knows if a thread is taken for as long as a connection is held. */
    public boolean mayHoldThread() {
        return threadKind == ThreadKind.PLATFORM
                && application.map(own -> own.request().mayHoldThread()).orElse(false);
    }

    /** What its connections do, as tables have it. */
    public String work() {
        return application.map(own -> own.request().label()).orElse(workload.label());
    }

    /** BIO has a thread for a connection that is idle or upgraded, but none for a request that is asynchronous. */
    private boolean isAsynchronous() {
        return switch (workload) {
            case HOLD_ASYNC, RECURSIVE_ASYNC -> true;
            case BROADCAST -> !messaging.map(Messaging::isOverWebSocket).orElse(false);
            // Of the user's own application it is not known.
            case CUSTOM -> mayHoldThread();
            case RECURSIVE, HOLD_BLOCKING, KEEP_ALIVE, WEBSOCKET -> false;
        };
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
