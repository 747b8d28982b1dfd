package io.ceiling.harness.model;

/**
 * Limits of this host and of this process; -1 stands for none or not to be seen.
 *
 * @param cgroupMemoryBytes smallest memory limit on the way up from this process' cgroup
 * @param localPorts how many ports ip_local_port_range holds
 * @param tcpMemMaxBytes third value of tcp_mem
 * @param conntrackMax nf_conntrack_max; it binds only where a firewall rule has connections tracked
 * @param memoryBytes what this process may use: the host's, or its cgroup's if that is less
 */
public record HostLimits(
        long nofileSoft,
        long nofileHard,
        long pidMax,
        long threadsMax,
        long maxMapCount,
        long cgroupMemoryBytes,
        long cgroupPids,
        long nproc,
        long localPorts,
        long somaxconn,
        long tcpMemMaxBytes,
        long conntrackMax,
        long memoryBytes,
        long memoryFloorBytes) {

    /** The same, with those that a process has of its own: it may have been moved to another control group. */
    public HostLimits ofProcess(long itsCgroupMemoryBytes, long itsCgroupPids, long itsNproc) {
        return new HostLimits(
                nofileSoft,
                nofileHard,
                pidMax,
                threadsMax,
                maxMapCount,
                itsCgroupMemoryBytes,
                itsCgroupPids,
                itsNproc,
                localPorts,
                somaxconn,
                tcpMemMaxBytes,
                conntrackMax,
                memoryBytes,
                memoryFloorBytes);
    }
}
