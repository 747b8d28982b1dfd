package io.ceiling.harness.model;

/**
 * The limits of this host and of this process; -1 stands for a limit that does not exist or could not be seen.
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
        long memoryBytes,
        long memoryFloorBytes) {

    private static final int UNSEEN = -1;

    /** The limits of open descriptors of this process. */
    public record Descriptors(long nofileSoft, long nofileHard) {

        public static final Descriptors NOT_SEEN = new Descriptors(UNSEEN, UNSEEN);
    }

    /** The limits of threads: of the kernel, of the mappings of a process, and of this user. */
    public record Threads(long pidMax, long threadsMax, long maxMapCount, long nproc) {

        public static final Threads NOT_SEEN = new Threads(UNSEEN, UNSEEN, UNSEEN, UNSEEN);
    }

    /**
     * The limits of this process's cgroup.
     *
     * @param cgroupMemoryBytes smallest memory limit of the cgroup and those above it, in bytes
     * @param cgroupPids limit of processes and threads
     */
    public record Cgroup(long cgroupMemoryBytes, long cgroupPids) {

        public static final Cgroup NOT_SEEN = new Cgroup(UNSEEN, UNSEEN);
    }

    /**
     * The limits of the kernel's network stack.
     *
     * @param localPorts number of ports in ip_local_port_range
     * @param somaxconn net.core.somaxconn
     * @param tcpMemMaxBytes third value of tcp_mem, in bytes
     * @param conntrackMax nf_conntrack_max; it binds only if a firewall rule makes the kernel track connections
     */
    public record Network(long localPorts, long somaxconn, long tcpMemMaxBytes, long conntrackMax) {

        public static final Network NOT_SEEN = new Network(UNSEEN, UNSEEN, UNSEEN, UNSEEN);
    }

    /** Returns the same limits for a particular process, which may be in another cgroup. */
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
