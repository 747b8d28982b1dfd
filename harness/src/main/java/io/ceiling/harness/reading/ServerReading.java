package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import io.ceiling.harness.rows.Figure;
import io.ceiling.harness.rows.Figure.LaterColumns;
import io.ceiling.harness.rows.Figure.NotSummed;
import io.ceiling.harness.rows.RecordSchema;
import java.util.List;

/**
 * A reading of a server process. A figure or a limit that could not be read is not seen.
 *
 * @param pool connector and its pool of request threads
 * @param recursion levels of recursion
 * @param descriptors open descriptors
 * @param processes threads and worker processes, from /proc
 * @param memory memory of the process
 * @param cpu processor time and collections
 * @param listenQueue queue of the port on which it listens
 * @param proxy the proxy before it, if there is one; of several servers none has one
 */
public record ServerReading(
        Pool pool,
        Recursion recursion,
        ProcessDescriptors descriptors,
        Processes processes,
        ProcessMemory memory,
        ProcessCpu cpu,
        @LaterColumns(1) ListenQueue listenQueue,
        @NotSummed ProxyReading proxy) {

    /** A reading of a server of which nothing could be seen. */
    public static final ServerReading NOT_SEEN = RecordSchema.notSeen(ServerReading.class);

    /**
     * The connector and its pool of request threads, as the container reports them.
     *
     * @param acceptCount length of the listen queue that the connector asked the kernel for
     */
    public record Pool(
            @Figure("connections that the connector has accepted and not closed") Observation connections,
            @Figure("its limit, or `unlimited`") Limit maxConnections,
            @Figure("threads of the request pool") Observation poolThreads,
            @Figure("threads that run a request") Observation busyThreads,
            @Figure("limit of the pool; `unlimited` for virtual threads") Limit maxThreads,
            @Figure("requests that wait for a thread") Observation queuedRequests,
            Limit acceptCount) {

        public static final Pool NOT_SEEN = RecordSchema.notSeen(Pool.class);
    }

    /** The levels of recursion that the web application has entered. */
    public record Recursion(
            @Figure("deepest level of recursion so far; of a ring the sum of the levels entered in all servers,"
                            + " which may differ by levels entered between the readings")
                    Observation deepestLevel,
            @Figure(value = "levels of recursion in flight", column = "levels_now") Observation recursionLevelsNow) {

        public static final Recursion NOT_SEEN = RecordSchema.notSeen(Recursion.class);
    }

    /**
     * The open descriptors of the process and their limit, from /proc.
     *
     * @param holder of a server with several processes, the one that comes nearest to its limit, whose figures these are, in
     *     words; empty for a single process
     */
    public record ProcessDescriptors(
            @Figure("open files of the server process") Observation openDescriptors,
            @Figure("their limit") Limit maxDescriptors,
            @NotSummed String holder) {

        public static final ProcessDescriptors NOT_SEEN = RecordSchema.notSeen(ProcessDescriptors.class);
    }

    /**
     * The processes of the server.
     *
     * @param workers those that run besides the one from which they descend, in the same program; none of a server that is one
     *     process
     */
    public record Processes(
            @Figure("platform threads of the server process") Observation threads, List<Worker> workers) {

        public static final Processes NOT_SEEN = RecordSchema.notSeen(Processes.class);

        public Processes {
            workers = List.copyOf(workers);
        }
    }

    /**
     * A worker process of the server.
     *
     * @param pid process id
     * @param name name of its program, such as {@code gunicorn}
     */
    public record Worker(long pid, String name) {}

    /**
     * The memory of the process, in bytes.
     *
     * @param heapUsedBytes of a JVM that does not answer, the heap after its last collection
     * @param directMaxBytes limit of direct buffers that the JVM reports
     */
    public record ProcessMemory(
            @Figure("its resident set") Observation rssBytes,
            @Figure("its proportional set") Observation pssBytes,
            @Figure("used heap; live heap only where `after_gc` is true") Observation heapUsedBytes,
            @Figure("its limit") Limit heapMaxBytes,
            @Figure("direct buffers") Observation directBytes,
            Limit directMaxBytes,
            @LaterColumns(2)
                    @Figure(
                            "heap that is in memory (`Rss` in /proc/PID/smaps of the addresses that the diagnostic command"
                                    + " GC.heap_info tells), whether or not an object is there; only after a full collection. Empty where"
                                    + " the addresses are not told (Z, a JVM without that command), where it is less than the used heap"
                                    + " (pages of hugetlbfs are in no resident set; swap), and where the file cannot be read")
                    Observation heapResidentBytes,
            @LaterColumns(2)
                    @Figure(
                            "pages that the server waited for since its start, since the kernel had to read them from disk"
                                    + " (`majflt` in /proc/PID/stat). Many of them in a full cgroup: the kernel drops the server's own"
                                    + " code")
                    Observation majorFaults) {

        public static final ProcessMemory NOT_SEEN = RecordSchema.notSeen(ProcessMemory.class);

        // The amount of free heap is a choice of the collector, not a cost of a connection.
        private Observation rssWithoutFreeHeapBytes() {
            Observation free = heapResidentBytes.since(heapUsedBytes);
            // A heap may use a little that it has not touched yet.
            return free.isSeen() ? rssBytes.since(Observation.of(Math.max(0, free.orElse(0)))) : Observation.NOT_SEEN;
        }
    }

    /**
     * The processor time and the collections since the start of the process.
     *
     * @param quota processor time that its control groups grant
     * @param busiestThread its busiest thread since its threads were read before; the threads of two servers are not one
     * @param memoryStops number of times that the kernel let threads of its control groups sleep, since their memory had
     *     reached memory.high
     */
    public record ProcessCpu(
            @Figure("processor time of the server since its start") Observation cpuNanos,
            @Figure("time in collections since its start") Observation gcNanos,
            @Figure("collections since its start") Observation gcCount,
            @LaterColumns(1) CpuQuota quota,
            @NotSummed @LaterColumns(1) BusiestThread busiestThread,
            Observation memoryStops) {

        public static final ProcessCpu NOT_SEEN = RecordSchema.notSeen(ProcessCpu.class);
    }

    /** The queue of the server's own port, in which the kernel keeps connections until the server accepts them. */
    public record ListenQueue(
            @Figure(
                            value =
                                    "connections that wait to be accepted at the server's own port (Recv-Q of its listening socket in"
                                            + " /proc/net/tcp)",
                            column = "listen_queue")
                    Observation waiting,
            @Figure(
                            value =
                                    "number that this queue holds, as the command ss tells it when the server has started",
                            column = "listen_backlog")
                    Limit backlog) {

        public static final ListenQueue NOT_SEEN = RecordSchema.notSeen(ListenQueue.class);
    }

    /**
     * Returns the sum of two servers including their limits; a value that was not seen of one is not seen in the sum.
     */
    public ServerReading plus(ServerReading other) {
        return RecordSchema.sum(this, other);
    }

    public ServerReading withProxy(ProxyReading other) {
        return new ServerReading(pool, recursion, descriptors, processes, memory, cpu, listenQueue, other);
    }

    public ServerReading withDeepestLevel(Observation level) {
        return new ServerReading(
                pool,
                new Recursion(level, recursion.recursionLevelsNow()),
                descriptors,
                processes,
                memory,
                cpu,
                listenQueue,
                proxy);
    }

    public Observation connections() {
        return pool.connections();
    }

    public Limit maxConnections() {
        return pool.maxConnections();
    }

    public Observation busyThreads() {
        return pool.busyThreads();
    }

    public Limit maxThreads() {
        return pool.maxThreads();
    }

    public Observation deepestLevel() {
        return recursion.deepestLevel();
    }

    public Observation recursionLevelsNow() {
        return recursion.recursionLevelsNow();
    }

    public Observation openDescriptors() {
        return descriptors.openDescriptors();
    }

    public Limit maxDescriptors() {
        return descriptors.maxDescriptors();
    }

    public Observation threads() {
        return processes.threads();
    }

    public Observation rssBytes() {
        return memory.rssBytes();
    }

    public Observation heapUsedBytes() {
        return memory.heapUsedBytes();
    }

    public Limit heapMaxBytes() {
        return memory.heapMaxBytes();
    }

    public Observation directBytes() {
        return memory.directBytes();
    }

    public Limit directMaxBytes() {
        return memory.directMaxBytes();
    }

    public Observation heapResidentBytes() {
        return memory.heapResidentBytes();
    }

    /**
     * Returns the resident set less the pages of the heap that hold no object, after a full collection; not seen if the
     * resident part of the heap was not.
     */
    public Observation rssWithoutFreeHeapBytes() {
        return memory.rssWithoutFreeHeapBytes();
    }

    public Observation cpuNanos() {
        return cpu.cpuNanos();
    }

    public Observation gcCount() {
        return cpu.gcCount();
    }
}
