package io.ceiling.harness.matrix;

import io.ceiling.container.Limit;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.model.Bound;
import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Calculates the bound of each limit from costs per connection that were measured once, on one machine. It is an
 * estimate of what to expect before a run, and never enters a result. Pure functions.
 */
public final class Forecast {

    /** Descriptors that a server has open before the first connection: jars, selectors, pipes. */
    private static final long BASE_DESCRIPTORS = 40;

    /** Heap that a container uses before the first connection, in bytes. */
    private static final long BASE_HEAP_BYTES = 14L << 20;

    /** Threads that a JVM and a container have before the first connection. */
    private static final long BASE_THREADS = 40;

    /** Resident set of a container before the first connection, in bytes. */
    private static final long BASE_RSS_BYTES = 90L << 20;

    /** Resident stack, kernel stack and slab of a platform thread that has served a request, in bytes. */
    private static final long THREAD_RSS_BYTES = 95_000;

    /** Memory of a connection outside the live heap, in bytes: garbage between collections, and native memory. */
    private static final long BESIDE_HEAP_BYTES = 25_000;
    /** Native memory of a Deflater and an Inflater of zlib that have compressed short messages (docs/tls.md). */
    private static final long DEFLATE_BYTES = 110_000;

    /** Kernel memory of both ends of a connection, and the load agent's part of it, in bytes. */
    private static final long KERNEL_BYTES = 11_000;

    /** Memory of harness and load agent, in bytes. */
    private static final long BASE_RUN_BYTES = 300L << 20;

    /** Memory of one of many servers, which are kept small and share the pages of their archive, in bytes. */
    private static final long SMALL_RSS_BYTES = 80L << 20;

    /** Memory of a load agent, in bytes; each of several servers has one of its own. */
    private static final long AGENT_RSS_BYTES = 50L << 20;

    /** Where the constants come from, in words. */
    public static final String SOURCE =
            "what a server and a connection need are constants (%d descriptors, %d MiB of heap, %d threads of a server without a connection; heap and direct buffers of a connection by container), read off the runs in results/reference on one machine"
                    .formatted(BASE_DESCRIPTORS, BASE_HEAP_BYTES >> 20, BASE_THREADS);

    private Forecast() {}

    /** Returns the bounds of all limits that could end the scenario, the lowest first. */
    public static List<Bound> bounds(Scenario scenario, HostLimits host) {
        List<Bound> bounds = new ArrayList<>();
        // Threads come first: if the pool and the connections have the same limit, as in BIO, the pool is named.
        if (scenario.holdsThread()) {
            addThreads(bounds, scenario, host);
        }
        addProcess(bounds, scenario);
        addMemory(bounds, scenario, host);
        long localPorts = host.localPorts().orElse(0);
        if (localPorts > 0) {
            // There is one range of ports for each server that is called, and for each local address.
            long pairs = scenario.instances()
                    * (scenario.workload().isRecursive() ? 1L : SourceAddresses.of(scenario.capOfEach()));
            bounds.add(new Bound(
                    scenario.workload().isRecursive()
                            ? LimitingFactor.EPHEMERAL_PORTS
                            : LimitingFactor.LOAD_EPHEMERAL_PORTS,
                    localPorts * pairs,
                    "local ports=%d%s".formatted(localPorts, ofEach(pairs)),
                    "sysctl -w net.ipv4.ip_local_port_range='1024 65535'"));
        }
        bounds.sort(Comparator.comparingLong(Bound::connections));
        return List.copyOf(bounds);
    }

    /**
     * Returns the reason why this host has too little memory for the instances of a scenario, with the sum; empty if it
     * has enough, or its memory was not seen.
     */
    public static Optional<String> beyondMemory(Scenario scenario, HostLimits host) {
        int instances = scenario.instances();
        long agents = scenario.workload().isRecursive() ? 0 : AGENT_RSS_BYTES;
        long needed = BASE_RUN_BYTES + instances * (baseRss(scenario) + agents);
        long room = host.memoryBytes().orElse(Long.MAX_VALUE) - host.memoryFloorBytes();
        return instances == 1 || needed <= room
                ? Optional.empty()
                : Optional.of(
                        "--instances must be at most %d here, was %d: before the first connection they need %s (%s for harness and agents, %d x %s of servers%s), and this host has %s, of which %s are left free"
                                .formatted(
                                        Math.max(1, (room - BASE_RUN_BYTES) / (baseRss(scenario) + agents)),
                                        instances,
                                        mebibytes(needed),
                                        mebibytes(BASE_RUN_BYTES),
                                        instances,
                                        mebibytes(baseRss(scenario)),
                                        agents == 0 ? "" : " and %s of load agents".formatted(mebibytes(agents)),
                                        mebibytes(host.memoryBytes().orElse(0)),
                                        mebibytes(host.memoryFloorBytes())));
    }

    private static String mebibytes(long bytes) {
        return "%d MiB".formatted(bytes >> 20);
    }

    private static long baseRss(Scenario scenario) {
        return scenario.server().isOneOfMany() ? SMALL_RSS_BYTES : BASE_RSS_BYTES;
    }

    /** Adds the limits that each of several servers has separately, multiplied by their number. */
    private static void addProcess(List<Bound> bounds, Scenario scenario) {
        ContainerKind container = Containers.of(scenario.container());
        long servers = (long) scenario.instances() * container.processes(scenario.sizes());
        bounds.add(new Bound(
                LimitingFactor.SERVER_FILE_DESCRIPTORS,
                servers * ((scenario.nofile().orElse(0) - BASE_DESCRIPTORS) / descriptorsPerConnection(scenario)),
                "nofile=" + scenario.nofile() + ofEach(servers),
                "--nofile=N, at most the hard limit; elsewhere ulimit -n N, LimitNOFILE=N"));
        bounds.add(new Bound(
                LimitingFactor.SERVER_HEAP,
                servers
                        * (Math.max(0, scenario.jvm().heapMaxBytes().orElse(0) - BASE_HEAP_BYTES)
                                / heapBytes(container, scenario)),
                "heap=" + Sizes.text(scenario.jvm().heapMaxBytes().orElse(0)) + ofEach(servers),
                "--heap=SIZE; elsewhere -Xmx"));
        long direct = container.directBytesPerConnection(scenario);
        if (direct > 0) {
            long limit = scenario.jvm()
                    .directMemoryBytes()
                    .orElse(scenario.jvm().heapMaxBytes().orElse(0));
            bounds.add(new Bound(
                    LimitingFactor.SERVER_DIRECT_MEMORY,
                    servers * (limit / direct),
                    "direct memory=" + Sizes.text(limit) + ofEach(servers),
                    "--direct-memory=SIZE; elsewhere -XX:MaxDirectMemorySize, or -Xmx, which it follows"));
        }
        Limit maxConnections = scenario.sizes().maxConnections().isDefault()
                ? container.defaultMaxConnections(scenario)
                : scenario.sizes().maxConnections();
        maxConnections.ifNumber(most -> {
            bounds.add(new Bound(
                    LimitingFactor.SERVER_MAX_CONNECTIONS,
                    servers * most,
                    "max-connections=" + most + ofEach(servers),
                    "--max-connections=-1; elsewhere maxConnections of the connector"));
        });
    }

    private static long heapBytes(ContainerKind container, Scenario scenario) {
        return container.heapBytesPerConnection(scenario)
                + (scenario.sizes().tls().isOn() ? container.tlsHeapBytesPerConnection() : 0);
    }

    private static String ofEach(long many) {
        return many == 1 ? "" : " x%d".formatted(many);
    }

    private static void addThreads(List<Bound> bounds, Scenario scenario, HostLimits host) {
        int servers = scenario.instances();
        long threads = scenario.sizes()
                .maxThreads()
                .orElse(Containers.of(scenario.container()).defaultMaxThreads());
        bounds.add(new Bound(
                LimitingFactor.SERVER_THREADS,
                servers * threads,
                "threads=" + threads + ofEach(servers),
                "--threads=N or --threads-kind=virtual; elsewhere maxThreads of the connector"));
        // All limits except the mappings belong to the host, the user or the cgroup, and do not grow with the
        // number of servers.
        long base = servers * BASE_THREADS;
        addNativeThreads(
                bounds,
                host.pidMax(),
                host.pidMax().orElse(0) - base,
                "kernel.pid_max=" + host.pidMax(),
                "sysctl -w kernel.pid_max=4194304");
        addNativeThreads(
                bounds,
                host.threadsMax(),
                host.threadsMax().orElse(0) - base,
                "kernel.threads-max=" + host.threadsMax(),
                "sysctl -w kernel.threads-max=N");
        addNativeThreads(
                bounds,
                host.cgroupPids(),
                host.cgroupPids().orElse(0) - base,
                "cgroup pids.max=" + host.cgroupPids(),
                "docker run --pids-limit N; TasksMax=N");
        addNativeThreads(
                bounds,
                host.nproc(),
                host.nproc().orElse(0) - base,
                "ulimit -u=" + host.nproc(),
                "ulimit -Hu N; TasksMax=N");
        // Each thread needs two mappings: its stack and the guard page below it.
        addNativeThreads(
                bounds,
                host.maxMapCount(),
                servers * (host.maxMapCount().orElse(0) / 2 - BASE_THREADS),
                "vm.max_map_count=" + host.maxMapCount() + ofEach(servers),
                "sysctl -w vm.max_map_count=1048576");
    }

    private static void addNativeThreads(List<Bound> bounds, Limit limit, long threads, String name, String raise) {
        if (limit.orElse(0) > 0) {
            bounds.add(new Bound(LimitingFactor.SERVER_NATIVE_THREADS, Math.max(0, threads), name, raise));
        }
    }

    private static void addMemory(List<Bound> bounds, Scenario scenario, HostLimits host) {
        ContainerKind container = Containers.of(scenario.container());
        long each = heapBytes(container, scenario)
                + container.directBytesPerConnection(scenario)
                + BESIDE_HEAP_BYTES
                + (scenario.sizes().deflate().isOn() ? DEFLATE_BYTES : 0)
                + (scenario.holdsThread() ? THREAD_RSS_BYTES : 0);
        long agents = scenario.workload().isRecursive() ? 0 : scenario.instances() - 1L;
        long base = scenario.instances() * baseRss(scenario) + agents * AGENT_RSS_BYTES;
        long cgroup = host.cgroupMemoryBytes().orElse(0);
        if (cgroup > 0) {
            bounds.add(new Bound(
                    LimitingFactor.SERVER_MEMORY,
                    Math.max(0, cgroup - base) / each,
                    "cgroup memory=" + Sizes.text(cgroup),
                    "docker run --memory N; MemoryMax=N"));
        }
        long memory = host.memoryBytes().orElse(0);
        if (memory > 0) {
            long room = memory - host.memoryFloorBytes() - BASE_RUN_BYTES - base;
            bounds.add(new Bound(
                    LimitingFactor.HOST_MEMORY,
                    Math.max(0, room) / (each + KERNEL_BYTES),
                    "host memory=" + Sizes.text(memory),
                    "a host with more memory; the row is at-least, since a ramp stops at the memory floor"));
        }
    }

    /** Returns the descriptors of one connection. A level of recursion is a connection with both ends in the server. */
    private static int descriptorsPerConnection(Scenario scenario) {
        return scenario.workload().isRecursive() ? 2 : 1;
    }
}
