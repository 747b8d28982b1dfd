package io.ceiling.harness.model;

/**
 * This host's kernel at one moment; -1 stands for what could not be seen.
 *
 * @param cpuNanos processor time since boot of all processes but this one and those of lower priority, and what a hypervisor took
 *     away
 */
public record HostReading(Memory memory, Tcp tcp, ListenQueues listenQueues, Conntrack conntrack, long cpuNanos) {

    private static final int UNSEEN = -1;

    /** A host of which nothing could be seen. */
    public static final HostReading NOT_SEEN =
            new HostReading(Memory.NOT_SEEN, Tcp.NOT_SEEN, ListenQueues.NOT_SEEN, Conntrack.NOT_SEEN, UNSEEN);

    /**
     * Memory of the host, in bytes.
     *
     * @param memoryAvailableBytes MemFree + Cached: MemAvailable counts pinned socket inodes as free, so it is not used
     * @param slabBytes kernel slabs
     * @param socketMemoryBytes TCP buffers in use, from /proc/net/sockstat
     */
    public record Memory(long memoryTotalBytes, long memoryAvailableBytes, long slabBytes, long socketMemoryBytes) {

        public static final Memory NOT_SEEN = new Memory(UNSEEN, UNSEEN, UNSEEN, UNSEEN);
    }

    /**
     * TCP sockets in use.
     *
     * @param tcpMemoryPressures counter since boot
     */
    public record Tcp(long tcpSockets, long tcpTimeWait, long tcpMemoryPressures) {

        public static final Tcp NOT_SEEN = new Tcp(UNSEEN, UNSEEN, UNSEEN);
    }

    /** Counters of full listen queues since boot. */
    public record ListenQueues(long listenOverflows, long listenDrops) {

        public static final ListenQueues NOT_SEEN = new ListenQueues(UNSEEN, UNSEEN);
    }

    /**
     * The connection tracking table.
     *
     * @param conntrackMax its size
     * @param conntrackDrops counter since boot
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
