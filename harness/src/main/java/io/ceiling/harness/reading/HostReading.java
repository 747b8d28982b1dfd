package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import io.ceiling.harness.rows.Figure;
import io.ceiling.harness.rows.Figure.LaterColumns;
import io.ceiling.harness.rows.Figure.NotSummed;
import io.ceiling.harness.rows.RecordSchema;
import java.util.OptionalDouble;

/**
 * A reading of the kernel of a host. A figure or a limit that could not be read is not seen.
 *
 * @param host name of the host; empty for that of the harness
 * @param memory memory of the host
 * @param tcp TCP sockets
 * @param listenQueues counters of what did not succeed at once
 * @param conntrack connection tracking table
 * @param cpu time of the processors
 * @param pressure shortage of processors
 * @param kernel memory of the kernel by what it belongs to
 */
public record HostReading(
        @NotSummed String host,
        HostMemory memory,
        Tcp tcp,
        ListenQueues listenQueues,
        Conntrack conntrack,
        HostCpu cpu,
        Pressure pressure,
        @LaterColumns(3) KernelMemory kernel) {

    /** A reading of a host of which nothing could be seen. */
    public static final HostReading NOT_SEEN = RecordSchema.notSeen(HostReading.class);

    /**
     * Returns what this reading tells about a run whose servers are on another host: the counters of this kernel are
     * not seen, since they are no evidence about those servers.
     */
    public HostReading forRemoteServers() {
        return new HostReading(
                host,
                new HostMemory(memoryTotalBytes(), memoryAvailableBytes(), Observation.NOT_SEEN, Observation.NOT_SEEN),
                Tcp.NOT_SEEN,
                ListenQueues.NOT_SEEN,
                conntrack,
                cpu,
                pressure,
                KernelMemory.NOT_SEEN);
    }

    /**
     * The memory of the host, in bytes.
     *
     * @param memoryTotalBytes total memory
     * @param memoryAvailableBytes MemAvailable is not used, because it counts pinned socket inodes as free
     */
    public record HostMemory(
            Observation memoryTotalBytes,
            @Figure("MemFree + Cached - Shmem of the host") Observation memoryAvailableBytes,
            @Figure("kernel slabs") Observation slabBytes,
            @Figure("TCP buffers in use") Observation socketMemoryBytes) {

        public static final HostMemory NOT_SEEN = RecordSchema.notSeen(HostMemory.class);
    }

    /** The TCP sockets in use. */
    public record Tcp(
            @Figure("TCP sockets in use") Observation tcpSockets,
            @Figure("TCP sockets in TIME_WAIT") Observation tcpTimeWait) {

        public static final Tcp NOT_SEEN = RecordSchema.notSeen(Tcp.class);
    }

    /**
     * The counters of what did not succeed at once, since boot.
     *
     * @param listenOverflows connects that found a full listen queue
     * @param listenDrops connects that a listening socket dropped for any reason
     * @param tcpMemoryPressures number of times that TCP memory came under pressure
     * @param embryonicResets connections that were reset before a server could accept them, as a full listen queue does
     *     with net.ipv4.tcp_abort_on_overflow
     * @param neighbourOverflows times at which the table of neighbours was full
     */
    public record ListenQueues(
            @Figure("ListenOverflows since boot") Observation listenOverflows,
            @Figure("ListenDrops since boot") Observation listenDrops,
            @Figure("TCPMemoryPressures since boot") Observation tcpMemoryPressures,
            @LaterColumns(2) @Figure("SYN segments sent again since boot, because no answer came (TCPSynRetrans)")
                    Observation synRetransmits,
            Observation embryonicResets,
            Observation neighbourOverflows) {

        public static final ListenQueues NOT_SEEN = RecordSchema.notSeen(ListenQueues.class);
    }

    /** The connection tracking table. */
    public record Conntrack(
            @Figure("entries in the connection tracking table") Observation conntrackEntries,
            @Figure("its size") Limit conntrackMax,
            @Figure("its drops since boot") Observation conntrackDrops) {

        public static final Conntrack NOT_SEEN = RecordSchema.notSeen(Conntrack.class);
    }

    /**
     * The time of all processors of the kernel since boot, in ns.
     *
     * @param totalNanos time of any kind: processors times time
     */
    public record HostCpu(
            @Figure("processor time since boot of all processes of the host but the harness and those of lower priority"
                            + " (nice), without interrupts, and what a hypervisor took away")
                    Observation cpuNanos,
            @LaterColumns(1)
                    @Figure("processor time since boot of all processes but those of lower priority, of interrupts, and"
                            + " what a hypervisor took away")
                    Observation busyNanos,
            @LaterColumns(1) @Figure("time of hardware interrupts since boot") Observation irqNanos,
            @LaterColumns(1) @Figure("time of software interrupts since boot, such as the work of the network stack")
                    Observation softirqNanos,
            @LaterColumns(1) @Figure("time since boot that a hypervisor took away") Observation stealNanos,
            @LaterColumns(1) @Figure("idle time since boot in which nothing waited for a disk") Observation idleNanos,
            @LaterColumns(1) @Figure("idle time since boot in which a process waited for a disk")
                    Observation iowaitNanos,
            Observation totalNanos) {

        // Tolerance for coarse ticks, in processors.
        private static final double TICKS = 0.5;

        public static final HostCpu NOT_SEEN = RecordSchema.notSeen(HostCpu.class);

        /**
         * Returns the share of all their time for which processors were busy since then; empty if that was not seen, or if the
         * kernel has clearly more of them than may be used, as in a container: then its counters are not about those.
         *
         * @param nanos time since then, in ns
         * @param processors processors that may be used
         */
        public OptionalDouble busySince(HostCpu start, long nanos, int processors) {
            Observation all = totalNanos.since(start.totalNanos);
            Observation busy = busyNanos.since(start.busyNanos);
            boolean ofThese = all.isAtLeast(1) && all.orElse(0) <= (processors + TICKS) * nanos;
            return ofThese && busy.isAtLeast(0)
                    ? OptionalDouble.of((double) busy.orElse(0) / all.orElse(1))
                    : OptionalDouble.empty();
        }
    }

    /** The shortage of processors. */
    public record Pressure(
            @LaterColumns(1)
                    @Figure("time since boot in which some process waited for a processor (/proc/pressure/cpu, some)")
                    Observation cpuPressureNanos,
            @LaterColumns(1) @Figure("load average of the last minute") OptionalDouble loadAverage) {

        public static final Pressure NOT_SEEN = RecordSchema.notSeen(Pressure.class);
    }

    public HostReading withHost(String name) {
        return new HostReading(name, memory, tcp, listenQueues, conntrack, cpu, pressure, kernel);
    }

    /** Returns the reading of both hosts together, with the names of both. */
    public HostReading plus(HostReading other) {
        return RecordSchema.sum(this, other).withHost(host + "+" + other.host);
    }

    public Observation memoryTotalBytes() {
        return memory.memoryTotalBytes();
    }

    public Observation memoryAvailableBytes() {
        return memory.memoryAvailableBytes();
    }

    public Observation slabBytes() {
        return memory.slabBytes();
    }

    public Observation socketMemoryBytes() {
        return memory.socketMemoryBytes();
    }

    /** Returns the memory that the cost of a connection is computed from; see {@link KernelMemory#total}. */
    public Observation kernelBytes() {
        return kernel.total(slabBytes(), socketMemoryBytes());
    }

    public Observation tcpMemoryPressures() {
        return listenQueues.tcpMemoryPressures();
    }

    public Observation listenOverflows() {
        return listenQueues.listenOverflows();
    }

    public Observation listenDrops() {
        return listenQueues.listenDrops();
    }

    /** Returns the same reading with the counters of another network namespace of this kernel. */
    public HostReading with(ListenQueues otherQueues, Conntrack otherTable) {
        return new HostReading(host, memory, tcp, otherQueues, otherTable, cpu, pressure, kernel);
    }

    public Observation embryonicResets() {
        return listenQueues.embryonicResets();
    }

    public Observation cpuNanos() {
        return cpu.cpuNanos();
    }
}
