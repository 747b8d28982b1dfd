package io.ceiling.harness.model;

/**
 * Limits of this host and of this process; -1 stands for none or not to be seen.
 *
 * @param memoryBytes what this process may use: the host's, or its cgroup's if that is less
 */
public record HostLimits(
        Descriptors descriptors,
        Threads threads,
        Cgroup cgroup,
        Network network,
        long memoryBytes,
        long memoryFloorBytes) {

    private static final int UNSEEN = -1;

    /** Limits of open descriptors of this process. */
    public record Descriptors(long nofileSoft, long nofileHard) {

        public static final Descriptors NOT_SEEN = new Descriptors(UNSEEN, UNSEEN);
    }

    /** Limits of threads: of the kernel, of mappings of a process, and of this user. */
    public record Threads(long pidMax, long threadsMax, long maxMapCount, long nproc) {

        public static final Threads NOT_SEEN = new Threads(UNSEEN, UNSEEN, UNSEEN, UNSEEN);
    }

    /**
     * Limits of this process' control group.
     *
     * @param cgroupMemoryBytes smallest memory limit on the way up from it
     */
    public record Cgroup(long cgroupMemoryBytes, long cgroupPids) {

        public static final Cgroup NOT_SEEN = new Cgroup(UNSEEN, UNSEEN);
    }

    /**
     * Limits of the kernel's network.
     *
     * @param localPorts how many ports ip_local_port_range holds
     * @param tcpMemMaxBytes third value of tcp_mem
     * @param conntrackMax nf_conntrack_max; it binds only where a firewall rule has connections tracked
     */
    public record Network(long localPorts, long somaxconn, long tcpMemMaxBytes, long conntrackMax) {

        public static final Network NOT_SEEN = new Network(UNSEEN, UNSEEN, UNSEEN, UNSEEN);
    }

    /** Returns the same limits, with those that a process has of its own: it may have been moved to another control group. */
    public HostLimits ofProcess(long itsCgroupMemoryBytes, long itsCgroupPids, long itsNproc) {
        return new HostLimits(
                descriptors,
                new Threads(threads.pidMax(), threads.threadsMax(), threads.maxMapCount(), itsNproc),
                new Cgroup(itsCgroupMemoryBytes, itsCgroupPids),
                network,
                memoryBytes,
                memoryFloorBytes);
    }

    public long nofileSoft() {
        return descriptors.nofileSoft();
    }

    public long nofileHard() {
        return descriptors.nofileHard();
    }

    public long pidMax() {
        return threads.pidMax();
    }

    public long threadsMax() {
        return threads.threadsMax();
    }

    public long maxMapCount() {
        return threads.maxMapCount();
    }

    public long nproc() {
        return threads.nproc();
    }

    public long cgroupMemoryBytes() {
        return cgroup.cgroupMemoryBytes();
    }

    public long cgroupPids() {
        return cgroup.cgroupPids();
    }

    public long localPorts() {
        return network.localPorts();
    }

    public long somaxconn() {
        return network.somaxconn();
    }

    public long tcpMemMaxBytes() {
        return network.tcpMemMaxBytes();
    }

    public long conntrackMax() {
        return network.conntrackMax();
    }
}
