package io.ceiling.harness.reading;

import io.ceiling.container.Limit;

/**
 * The limits of this host and of this process, each a number, unlimited, or not seen.
 *
 * @param descriptors limits of open descriptors
 * @param threads limits of threads
 * @param cgroup limits of this process's cgroup
 * @param network limits of the kernel's network stack
 * @param memoryBytes memory that this process may use, in bytes: that of the host, or the limit of its cgroup if that
 *     is less
 * @param memoryFloorBytes memory that must stay available on the host, in bytes
 */
public record HostLimits(
        Descriptors descriptors,
        Threads threads,
        Cgroup cgroup,
        Network network,
        Limit memoryBytes,
        long memoryFloorBytes) {

    /** The limits of open descriptors of this process. */
    public record Descriptors(Limit nofileSoft, Limit nofileHard) {

        public static final Descriptors NOT_SEEN = new Descriptors(Limit.NOT_SEEN, Limit.NOT_SEEN);
    }

    /** The limits of threads: of the kernel, of the mappings of a process, and of this user, who may be exempt. */
    public record Threads(Limit pidMax, Limit threadsMax, Limit maxMapCount, Limit nproc) {

        public static final Threads NOT_SEEN =
                new Threads(Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN);
    }

    /**
     * The limits of this process's cgroup.
     *
     * @param cgroupMemoryBytes smallest memory limit of the cgroup and those above it, in bytes
     * @param cgroupPids limit of processes and threads
     */
    public record Cgroup(Limit cgroupMemoryBytes, Limit cgroupPids) {

        public static final Cgroup NOT_SEEN = new Cgroup(Limit.NOT_SEEN, Limit.NOT_SEEN);
    }

    /**
     * The limits of the kernel's network stack.
     *
     * @param localPorts number of ports in ip_local_port_range
     * @param somaxconn net.core.somaxconn
     * @param tcpMemMaxBytes third value of tcp_mem, in bytes
     * @param conntrackMax nf_conntrack_max; it binds only if a firewall rule makes the kernel track connections
     */
    public record Network(Limit localPorts, Limit somaxconn, Limit tcpMemMaxBytes, Limit conntrackMax) {

        public static final Network NOT_SEEN =
                new Network(Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN);

        /** Returns the limits of another network namespace, as far as the kernel has them once for all. */
        public Network ofAnotherNamespace() {
            return new Network(Limit.NOT_SEEN, Limit.NOT_SEEN, tcpMemMaxBytes, conntrackMax);
        }
    }

    /** Returns the same limits for a particular process, which may be in another cgroup and another network namespace. */
    public HostLimits ofProcess(Cgroup itsCgroup, Limit itsNproc, Network itsNetwork) {
        return new HostLimits(
                descriptors,
                new Threads(threads.pidMax(), threads.threadsMax(), threads.maxMapCount(), itsNproc),
                itsCgroup,
                itsNetwork,
                memoryBytes,
                memoryFloorBytes);
    }

    public Limit nofileSoft() {
        return descriptors.nofileSoft();
    }

    public Limit nofileHard() {
        return descriptors.nofileHard();
    }

    public Limit pidMax() {
        return threads.pidMax();
    }

    public Limit threadsMax() {
        return threads.threadsMax();
    }

    public Limit maxMapCount() {
        return threads.maxMapCount();
    }

    public Limit nproc() {
        return threads.nproc();
    }

    public Limit cgroupMemoryBytes() {
        return cgroup.cgroupMemoryBytes();
    }

    public Limit cgroupPids() {
        return cgroup.cgroupPids();
    }

    public Limit localPorts() {
        return network.localPorts();
    }

    public Limit somaxconn() {
        return network.somaxconn();
    }

    public Limit tcpMemMaxBytes() {
        return network.tcpMemMaxBytes();
    }

    public Limit conntrackMax() {
        return network.conntrackMax();
    }
}
