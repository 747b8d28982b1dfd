package io.ceiling.harness.reading;

import io.ceiling.container.Limit;

/** Makes limits of a host from numbers, of which a negative one was not seen. */
public final class HostLimitsFixture {

    private HostLimitsFixture() {}

    public static HostLimits limits(
            HostLimits.Descriptors descriptors,
            HostLimits.Threads threads,
            HostLimits.Cgroup cgroup,
            HostLimits.Network network,
            long memoryBytes,
            long memoryFloorBytes) {
        return new HostLimits(descriptors, threads, cgroup, network, limit(memoryBytes), memoryFloorBytes);
    }

    /** A host as most are, with 24 GiB. */
    public static HostLimits usual() {
        return usual(20_000);
    }

    /** Such a host on which a process may open that many descriptors. */
    public static HostLimits usual(long descriptors) {
        return limits(
                descriptors(descriptors, descriptors),
                threads(4_194_304, 190_000, 65_530, 96_000),
                HostLimits.Cgroup.NOT_SEEN,
                network(28_232, 4096, -1, -1),
                24L << 30,
                2L << 30);
    }

    /** A host of which nothing else is known. */
    public static HostLimits ofDescriptors(long most) {
        return limits(
                descriptors(most, most),
                HostLimits.Threads.NOT_SEEN,
                HostLimits.Cgroup.NOT_SEEN,
                HostLimits.Network.NOT_SEEN,
                -1,
                0);
    }

    public static HostLimits.Descriptors descriptors(long soft, long hard) {
        return new HostLimits.Descriptors(limit(soft), limit(hard));
    }

    public static HostLimits.Threads threads(long pidMax, long threadsMax, long maxMapCount, long nproc) {
        return new HostLimits.Threads(limit(pidMax), limit(threadsMax), limit(maxMapCount), limit(nproc));
    }

    public static HostLimits.Cgroup cgroup(long memoryBytes, long pids) {
        return new HostLimits.Cgroup(limit(memoryBytes), limit(pids));
    }

    public static HostLimits.Network network(long localPorts, long somaxconn, long tcpMemMaxBytes, long conntrackMax) {
        return new HostLimits.Network(limit(localPorts), limit(somaxconn), limit(tcpMemMaxBytes), limit(conntrackMax));
    }

    private static Limit limit(long value) {
        return Limit.ofNegativeNotSeen(value);
    }
}
