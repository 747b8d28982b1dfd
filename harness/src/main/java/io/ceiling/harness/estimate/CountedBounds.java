package io.ceiling.harness.estimate;

import io.ceiling.container.Limit;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The limits of a scenario that are counted, known before a server starts: threads, connections, descriptors, ports.
 * Memory per connection is not among them: {@code ceiling predict} measures it. Pure functions.
 */
public final class CountedBounds {

    // Descriptors that a server has open before the first connection: 25 of Tomcat to 40.
    private static final int OWN_DESCRIPTORS = 40;

    // Threads that a JVM has before the first connection.
    private static final int OWN_THREADS = 40;

    // Each thread needs two mappings: its stack and the guard page below it.
    private static final int MAPPINGS_OF_THREAD = 2;

    private final Scenario scenario;
    private final List<Bound> bounds = new ArrayList<>();

    private CountedBounds(Scenario scenario) {
        this.scenario = scenario;
    }

    /** Returns the connections that each limit allows, rounded down, the lowest first; at least one. */
    public static List<Bound> of(Scenario scenario, HostLimits host) {
        return new CountedBounds(scenario).all(host);
    }

    private List<Bound> all(HostLimits host) {
        // Threads come first: if the pool and the connections have the same limit, as in BIO, the pool is named.
        if (scenario.holdsThread()) {
            addThreads(host);
        }
        ContainerKind container = Containers.of(scenario.container());
        int servers = scenario.instances() * container.processes(scenario.sizes());
        add(
                LimitingFactor.SERVER_FILE_DESCRIPTORS,
                (scenario.nofile().orElse(0) - OWN_DESCRIPTORS)
                        / scenario.workload().descriptorsPerConnection(),
                servers,
                "nofile=" + scenario.nofile(),
                "--nofile=N, at most the hard limit; elsewhere ulimit -n N, LimitNOFILE=N");
        Limit maxConnections = scenario.sizes().maxConnections().isDefault()
                ? container.defaultMaxConnections(scenario)
                : scenario.sizes().maxConnections();
        maxConnections.ifNumber(most -> add(
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                most,
                servers,
                "max-connections=" + most,
                "--max-connections=-1; elsewhere maxConnections of the connector"));
        addPorts(host.localPorts().orElse(0));
        bounds.sort(Comparator.comparingLong(Bound::connections));
        return List.copyOf(bounds);
    }

    private void addThreads(HostLimits host) {
        long threads = scenario.sizes()
                .maxThreads()
                .orElse(Containers.of(scenario.container()).defaultMaxThreads());
        add(
                LimitingFactor.SERVER_THREADS,
                threads,
                scenario.instances(),
                "threads=" + threads,
                "--threads=N or --thread-kind=virtual; elsewhere maxThreads of the connector");
        addNativeThreads(host.pidMax(), "kernel.pid_max", "sysctl -w kernel.pid_max=4194304");
        addNativeThreads(host.threadsMax(), "kernel.threads-max", "sysctl -w kernel.threads-max=N");
        addNativeThreads(host.cgroupPids(), "cgroup pids.max", "docker run --pids-limit N; TasksMax=N");
        addNativeThreads(host.nproc(), "ulimit -u", "ulimit -Hu N; TasksMax=N");
        host.maxMapCount()
                .ifNumber(mappings -> add(
                        LimitingFactor.SERVER_NATIVE_THREADS,
                        mappings / MAPPINGS_OF_THREAD - OWN_THREADS,
                        scenario.instances(),
                        "vm.max_map_count=" + mappings,
                        "sysctl -w vm.max_map_count=1048576"));
    }

    // Adds a limit of the host, the user or the cgroup, which all servers share.
    private void addNativeThreads(Limit limit, String name, String raise) {
        limit.ifNumber(most -> add(
                LimitingFactor.SERVER_NATIVE_THREADS,
                most - (long) OWN_THREADS * scenario.instances(),
                1,
                name + "=" + most,
                raise));
    }

    // There is one range of ports for each server that is called, and for each local address.
    private void addPorts(long localPorts) {
        boolean recursive = scenario.workload().isRecursive();
        if (localPorts > 0) {
            add(
                    recursive ? LimitingFactor.EPHEMERAL_PORTS : LimitingFactor.LOAD_EPHEMERAL_PORTS,
                    localPorts,
                    scenario.instances() * (recursive ? 1L : SourceAddresses.of(scenario.capPerServer())),
                    "local ports=" + localPorts,
                    "sysctl -w net.ipv4.ip_local_port_range='1024 65535'");
        }
    }

    private void add(LimitingFactor factor, long ofEach, long many, String limit, String raise) {
        bounds.add(new Bound(
                factor, many * Math.max(0, ofEach), many == 1 ? limit : limit + " x%d".formatted(many), raise));
    }
}
