package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import java.util.OptionalDouble;

/**
 * A reading of the kernel of a host. A figure or a limit that could not be read is not seen.
 *
 * @param host name of the host; empty for that of the harness
 * @param memory memory of the host
 * @param tcp TCP sockets
 * @param listenQueues counters of connects that did not succeed at once
 * @param conntrack connection tracking table
 * @param cpu time of the processors
 * @param pressure shortage of processors
 * @param kernel memory of the kernel by what it belongs to
 */
public record HostReading(
        String host,
        Memory memory,
        Tcp tcp,
        ListenQueues listenQueues,
        Conntrack conntrack,
        Cpu cpu,
        Pressure pressure,
        KernelMemory kernel) {

    /** A reading of a host of which nothing could be seen. */
    public static final HostReading NOT_SEEN = new HostReading(
            "",
            Memory.NOT_SEEN,
            Tcp.NOT_SEEN,
            ListenQueues.NOT_SEEN,
            Conntrack.NOT_SEEN,
            Cpu.NOT_SEEN,
            Pressure.NOT_SEEN,
            KernelMemory.NOT_SEEN);

    /**
     * Returns what this reading tells about a run whose servers are on another host: the counters of this kernel are
     * not seen, since they are no evidence about those servers.
     */
    public HostReading ofServersElsewhere() {
        return new HostReading(
                host,
                new Memory(memoryTotalBytes(), memoryAvailableBytes(), Seen.NOT, Seen.NOT),
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
     * @param memoryAvailableBytes MemFree + Cached; MemAvailable is not used, because it counts pinned socket inodes as
     *     free
     * @param slabBytes kernel slabs
     * @param socketMemoryBytes TCP buffers in use, from /proc/net/sockstat
     */
    public record Memory(Seen memoryTotalBytes, Seen memoryAvailableBytes, Seen slabBytes, Seen socketMemoryBytes) {

        public static final Memory NOT_SEEN = new Memory(Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT);

        private Memory plus(Memory other) {
            return new Memory(
                    memoryTotalBytes.plus(other.memoryTotalBytes),
                    memoryAvailableBytes.plus(other.memoryAvailableBytes),
                    slabBytes.plus(other.slabBytes),
                    socketMemoryBytes.plus(other.socketMemoryBytes));
        }
    }

    /**
     * The TCP sockets in use.
     *
     * @param tcpSockets sockets in use
     * @param tcpTimeWait sockets in TIME_WAIT
     * @param tcpMemoryPressures number of times since boot that TCP memory came under pressure
     */
    public record Tcp(Seen tcpSockets, Seen tcpTimeWait, Seen tcpMemoryPressures) {

        public static final Tcp NOT_SEEN = new Tcp(Seen.NOT, Seen.NOT, Seen.NOT);

        private Tcp plus(Tcp other) {
            return new Tcp(
                    tcpSockets.plus(other.tcpSockets),
                    tcpTimeWait.plus(other.tcpTimeWait),
                    tcpMemoryPressures.plus(other.tcpMemoryPressures));
        }
    }

    /**
     * The counters of connects that did not succeed at once, since boot.
     *
     * @param listenOverflows connects that found a full listen queue
     * @param listenDrops connects that a listening socket dropped for any reason
     * @param synRetransmits SYN segments that were sent again because no answer came
     * @param embryonicResets connections that were reset before a server could accept them, as a full listen queue does
     *     with net.ipv4.tcp_abort_on_overflow
     * @param neighbourOverflows times at which the table of neighbours was full
     */
    public record ListenQueues(
            Seen listenOverflows,
            Seen listenDrops,
            Seen synRetransmits,
            Seen embryonicResets,
            Seen neighbourOverflows) {

        public static final ListenQueues NOT_SEEN = new ListenQueues(Seen.NOT, Seen.NOT, Seen.NOT);

        /** Creates counters without those of resets and neighbours, which are not seen. */
        public ListenQueues(Seen listenOverflows, Seen listenDrops, Seen synRetransmits) {
            this(listenOverflows, listenDrops, synRetransmits, Seen.NOT, Seen.NOT);
        }

        private ListenQueues plus(ListenQueues other) {
            return new ListenQueues(
                    listenOverflows.plus(other.listenOverflows),
                    listenDrops.plus(other.listenDrops),
                    synRetransmits.plus(other.synRetransmits),
                    embryonicResets.plus(other.embryonicResets),
                    neighbourOverflows.plus(other.neighbourOverflows));
        }
    }

    /**
     * The connection tracking table.
     *
     * @param conntrackEntries entries in the table
     * @param conntrackMax size of the table
     * @param conntrackDrops drops since boot
     */
    public record Conntrack(Seen conntrackEntries, Limit conntrackMax, Seen conntrackDrops) {

        public static final Conntrack NOT_SEEN = new Conntrack(Seen.NOT, Limit.NOT_SEEN, Seen.NOT);

        private Conntrack plus(Conntrack other) {
            return new Conntrack(
                    conntrackEntries.plus(other.conntrackEntries),
                    conntrackMax.plus(other.conntrackMax),
                    conntrackDrops.plus(other.conntrackDrops));
        }
    }

    /**
     * The time of all processors of the kernel since boot, in ns.
     *
     * @param cpuNanos time of all processes except this one and processes of lower priority, including time stolen by a
     *     hypervisor
     * @param busyNanos time of all processes except those of lower priority, of interrupts, and stolen time
     * @param irqNanos time of hardware interrupts
     * @param softirqNanos time of software interrupts, such as the work of the network stack
     * @param stealNanos time stolen by a hypervisor
     * @param idleNanos idle time in which nothing waited for a disk
     * @param iowaitNanos idle time in which a process waited for a disk
     * @param totalNanos time of any kind: processors times time
     */
    public record Cpu(
            Seen cpuNanos,
            Seen busyNanos,
            Seen irqNanos,
            Seen softirqNanos,
            Seen stealNanos,
            Seen idleNanos,
            Seen iowaitNanos,
            Seen totalNanos) {

        /** Number of processors by which a kernel may seem to have more, for coarse ticks. */
        private static final double TICKS = 0.5;

        public static final Cpu NOT_SEEN =
                new Cpu(Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT);

        /**
         * Returns the share of all their time for which processors were busy since then; empty if that was not seen, or if the
         * kernel has clearly more of them than may be used, as in a container: then its counters are not about those.
         *
         * @param nanos time since then, in ns
         * @param processors processors that may be used
         */
        public OptionalDouble busySince(Cpu start, long nanos, int processors) {
            Seen all = totalNanos.since(start.totalNanos);
            Seen busy = busyNanos.since(start.busyNanos);
            boolean ofThese = all.isAtLeast(1) && all.orElse(0) <= (processors + TICKS) * nanos;
            return ofThese && busy.isAtLeast(0)
                    ? OptionalDouble.of((double) busy.orElse(0) / all.orElse(1))
                    : OptionalDouble.empty();
        }

        private Cpu plus(Cpu other) {
            return new Cpu(
                    cpuNanos.plus(other.cpuNanos),
                    busyNanos.plus(other.busyNanos),
                    irqNanos.plus(other.irqNanos),
                    softirqNanos.plus(other.softirqNanos),
                    stealNanos.plus(other.stealNanos),
                    idleNanos.plus(other.idleNanos),
                    iowaitNanos.plus(other.iowaitNanos),
                    totalNanos.plus(other.totalNanos));
        }
    }

    /**
     * The shortage of processors.
     *
     * @param cpuPressureNanos time since boot, in ns, in which some process waited for a processor (PSI, some)
     * @param loadHundredths load average of the last minute, in hundredths
     */
    public record Pressure(Seen cpuPressureNanos, Seen loadHundredths) {

        public static final Pressure NOT_SEEN = new Pressure(Seen.NOT, Seen.NOT);

        private Pressure plus(Pressure other) {
            return new Pressure(
                    cpuPressureNanos.plus(other.cpuPressureNanos), loadHundredths.plus(other.loadHundredths));
        }
    }

    /** Returns the same reading as that of a host with this name. */
    public HostReading of(String name) {
        return new HostReading(name, memory, tcp, listenQueues, conntrack, cpu, pressure, kernel);
    }

    /** Returns the reading of both hosts together, with the names of both. */
    public HostReading plus(HostReading other) {
        return new HostReading(
                host + "+" + other.host,
                memory.plus(other.memory),
                tcp.plus(other.tcp),
                listenQueues.plus(other.listenQueues),
                conntrack.plus(other.conntrack),
                cpu.plus(other.cpu),
                pressure.plus(other.pressure),
                kernel.plus(other.kernel));
    }

    public Seen memoryTotalBytes() {
        return memory.memoryTotalBytes();
    }

    public Seen memoryAvailableBytes() {
        return memory.memoryAvailableBytes();
    }

    public Seen slabBytes() {
        return memory.slabBytes();
    }

    public Seen socketMemoryBytes() {
        return memory.socketMemoryBytes();
    }

    /** Returns the memory that the cost of a connection is computed from; see {@link KernelMemory#total}. */
    public Seen kernelBytes() {
        return kernel.total(slabBytes(), socketMemoryBytes());
    }

    public Seen tcpSockets() {
        return tcp.tcpSockets();
    }

    public Seen tcpTimeWait() {
        return tcp.tcpTimeWait();
    }

    public Seen tcpMemoryPressures() {
        return tcp.tcpMemoryPressures();
    }

    public Seen listenOverflows() {
        return listenQueues.listenOverflows();
    }

    public Seen listenDrops() {
        return listenQueues.listenDrops();
    }

    public Seen synRetransmits() {
        return listenQueues.synRetransmits();
    }

    /**
     * Returns the same reading with the counters of another network namespace of this kernel.
     *
     * @param otherPressures number of times since boot that TCP memory came under pressure by a socket of it
     */
    public HostReading with(Seen otherPressures, ListenQueues otherQueues, Conntrack otherTable) {
        Tcp other = new Tcp(tcp.tcpSockets(), tcp.tcpTimeWait(), otherPressures);
        return new HostReading(host, memory, other, otherQueues, otherTable, cpu, pressure, kernel);
    }

    public Seen embryonicResets() {
        return listenQueues.embryonicResets();
    }

    public Seen neighbourOverflows() {
        return listenQueues.neighbourOverflows();
    }

    public Seen conntrackEntries() {
        return conntrack.conntrackEntries();
    }

    public Limit conntrackMax() {
        return conntrack.conntrackMax();
    }

    public Seen conntrackDrops() {
        return conntrack.conntrackDrops();
    }

    public Seen cpuNanos() {
        return cpu.cpuNanos();
    }
}
