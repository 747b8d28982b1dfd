package io.ceiling.harness.model;

import io.ceiling.container.Limit;

/**
 * A reading of this host's kernel. A figure or a limit that could not be read is not seen.
 *
 * @param memory memory of the host
 * @param tcp TCP sockets
 * @param listenQueues counters of connects that did not succeed at once
 * @param conntrack connection tracking table
 * @param cpuNanos processor time since boot, in ns, of all processes except this one and processes of lower priority,
 *     including time stolen by a hypervisor
 */
public record HostReading(Memory memory, Tcp tcp, ListenQueues listenQueues, Conntrack conntrack, Seen cpuNanos) {

    /** A reading of a host of which nothing could be seen. */
    public static final HostReading NOT_SEEN =
            new HostReading(Memory.NOT_SEEN, Tcp.NOT_SEEN, ListenQueues.NOT_SEEN, Conntrack.NOT_SEEN, Seen.NOT);

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
    }

    /**
     * The counters of connects that did not succeed at once, since boot.
     *
     * @param listenOverflows connects that found a full listen queue
     * @param listenDrops connects that a listening socket dropped for any reason
     * @param synRetransmits SYN segments that were sent again because no answer came
     */
    public record ListenQueues(Seen listenOverflows, Seen listenDrops, Seen synRetransmits) {

        public static final ListenQueues NOT_SEEN = new ListenQueues(Seen.NOT, Seen.NOT, Seen.NOT);
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

    public Seen conntrackEntries() {
        return conntrack.conntrackEntries();
    }

    public Limit conntrackMax() {
        return conntrack.conntrackMax();
    }

    public Seen conntrackDrops() {
        return conntrack.conntrackDrops();
    }
}
