package io.ceiling.harness.model;

/**
 * This host's kernel at one moment; -1 stands for what could not be seen.
 *
 * @param memoryAvailableBytes MemFree + Cached: MemAvailable counts pinned socket inodes as free, so it is not used
 * @param slabBytes kernel slabs
 * @param socketMemoryBytes TCP buffers in use, from /proc/net/sockstat
 * @param tcpSockets TCP sockets in use
 * @param listenOverflows counter since boot
 * @param listenDrops counter since boot
 * @param tcpMemoryPressures counter since boot
 * @param conntrackEntries entries in the connection tracking table
 * @param conntrackMax its size
 * @param conntrackDrops counter since boot
 * @param cpuNanos processor time since boot of all processes but this one and those of lower priority, and what a hypervisor took
 *     away
 */
public record HostReading(
        long memoryTotalBytes,
        long memoryAvailableBytes,
        long slabBytes,
        long socketMemoryBytes,
        long tcpSockets,
        long tcpTimeWait,
        long listenOverflows,
        long listenDrops,
        long tcpMemoryPressures,
        long conntrackEntries,
        long conntrackMax,
        long conntrackDrops,
        long cpuNanos) {}
