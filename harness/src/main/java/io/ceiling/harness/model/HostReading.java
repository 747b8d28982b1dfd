package io.ceiling.harness.model;

/**
 * A reading of this host's kernel; -1 stands for a value that could not be seen.
 *
 * @param memory memory of the host
 * @param tcp TCP sockets
 * @param listenQueues counters of full listen queues
 * @param conntrack connection tracking table
 * @param cpuNanos processor time since boot, in ns, of all processes except this one and processes of lower priority,
 *     including time stolen by a hypervisor
 */
public record HostReading(Memory memory, Tcp tcp, ListenQueues listenQueues, Conntrack conntrack, long cpuNanos) {

    private static final int UNSEEN = -1;

    /** A reading of a host of which nothing could be seen. */
    public static final HostReading NOT_SEEN =
            new HostReading(Memory.NOT_SEEN, Tcp.NOT_SEEN, ListenQueues.NOT_SEEN, Conntrack.NOT_SEEN, UNSEEN);

    /**
     * The memory of the host, in bytes.
     *
     * @param memoryTotalBytes total memory
     * @param memoryAvailableBytes MemFree + Cached; MemAvailable is not used, because it counts pinned socket inodes as
     *     free
     * @param slabBytes kernel slabs
     * @param socketMemoryBytes TCP buffers in use, from /proc/net/sockstat
     */
    public record Memory(long memoryTotalBytes, long memoryAvailableBytes, long slabBytes, long socketMemoryBytes) {

        public static final Memory NOT_SEEN = new Memory(UNSEEN, UNSEEN, UNSEEN, UNSEEN);
    }

    /**
     * The TCP sockets in use.
     *
     * @param tcpSockets sockets in use
     * @param tcpTimeWait sockets in TIME_WAIT
     * @param tcpMemoryPressures number of times since boot that TCP memory came under pressure
     */
    public record Tcp(long tcpSockets, long tcpTimeWait, long tcpMemoryPressures) {

        public static final Tcp NOT_SEEN = new Tcp(UNSEEN, UNSEEN, UNSEEN);
    }

    /** The counters of full listen queues since boot. */
    public record ListenQueues(long listenOverflows, long listenDrops) {

        public static final ListenQueues NOT_SEEN = new ListenQueues(UNSEEN, UNSEEN);
    }

    /**
     * The connection tracking table.
     *
     * @param conntrackEntries entries in the table
     * @param conntrackMax size of the table
     * @param conntrackDrops drops since boot
     */
    public record Conntrack(long conntrackEntries, long conntrackMax, long conntrackDrops) {

        public static final Conntrack NOT_SEEN = new Conntrack(UNSEEN, UNSEEN, UNSEEN);
    }

    public long memoryTotalBytes() {
        return memory.memoryTotalBytes();
    }

    public long memoryAvailableBytes() {
        return memory.memoryAvailableBytes();
    }

    public long slabBytes() {
        return memory.slabBytes();
    }

    public long socketMemoryBytes() {
        return memory.socketMemoryBytes();
    }

    public long tcpSockets() {
        return tcp.tcpSockets();
    }

    public long tcpTimeWait() {
        return tcp.tcpTimeWait();
    }

    public long tcpMemoryPressures() {
        return tcp.tcpMemoryPressures();
    }

    public long listenOverflows() {
        return listenQueues.listenOverflows();
    }

    public long listenDrops() {
        return listenQueues.listenDrops();
    }

    public long conntrackEntries() {
        return conntrack.conntrackEntries();
    }

    public long conntrackMax() {
        return conntrack.conntrackMax();
    }

    public long conntrackDrops() {
        return conntrack.conntrackDrops();
    }
}
