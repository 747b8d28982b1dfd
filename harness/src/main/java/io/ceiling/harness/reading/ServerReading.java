package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import java.util.List;
import java.util.stream.Stream;

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
 * @param proxy the proxy before it, if there is one
 */
public record ServerReading(
        Pool pool,
        Recursion recursion,
        Descriptors descriptors,
        Processes processes,
        Memory memory,
        Cpu cpu,
        ListenQueue listenQueue,
        ProxyReading proxy) {

    /** A reading of a server of which nothing could be seen. */
    public static final ServerReading NOT_SEEN = new ServerReading(
            Pool.NOT_SEEN,
            Recursion.NOT_SEEN,
            Descriptors.NOT_SEEN,
            Processes.NOT_SEEN,
            Memory.NOT_SEEN,
            Cpu.NOT_SEEN,
            ListenQueue.NOT_SEEN,
            ProxyReading.NOT_SEEN);

    /**
     * The connector and its pool of request threads, as the container reports them.
     *
     * @param connections connections that the connector has accepted and not closed
     * @param maxConnections limit of connections; unlimited if the container has none
     * @param poolThreads threads in the pool
     * @param busyThreads threads of the pool that are busy
     * @param maxThreads limit of threads in the pool; unlimited if every request has a virtual thread of its own
     * @param queuedRequests requests that wait for a thread
     * @param acceptCount length of the listen queue that the connector asked the kernel for
     */
    public record Pool(
            Seen connections,
            Limit maxConnections,
            Seen poolThreads,
            Seen busyThreads,
            Limit maxThreads,
            Seen queuedRequests,
            Limit acceptCount) {

        public static final Pool NOT_SEEN =
                new Pool(Seen.NOT, Limit.NOT_SEEN, Seen.NOT, Seen.NOT, Limit.NOT_SEEN, Seen.NOT, Limit.NOT_SEEN);

        private Pool plus(Pool other) {
            return new Pool(
                    connections.plus(other.connections),
                    maxConnections.plus(other.maxConnections),
                    poolThreads.plus(other.poolThreads),
                    busyThreads.plus(other.busyThreads),
                    maxThreads.plus(other.maxThreads),
                    queuedRequests.plus(other.queuedRequests),
                    acceptCount.plus(other.acceptCount));
        }
    }

    /**
     * The levels of recursion that the web application has entered.
     *
     * @param deepestLevel deepest level so far
     * @param recursionLevelsNow levels that are entered now
     */
    public record Recursion(Seen deepestLevel, Seen recursionLevelsNow) {

        public static final Recursion NOT_SEEN = new Recursion(Seen.NOT, Seen.NOT);

        private Recursion plus(Recursion other) {
            return new Recursion(
                    deepestLevel.plus(other.deepestLevel), recursionLevelsNow.plus(other.recursionLevelsNow));
        }
    }

    /**
     * The open descriptors of the process and their limit, from /proc.
     *
     * @param holder of a server with several processes, the one that comes nearest to its limit, whose figures these are, in
     *     words; empty for a single process
     */
    public record Descriptors(Seen openDescriptors, Limit maxDescriptors, String holder) {

        public static final Descriptors NOT_SEEN = new Descriptors(Seen.NOT, Limit.NOT_SEEN, "");

        private Descriptors plus(Descriptors other) {
            return new Descriptors(
                    openDescriptors.plus(other.openDescriptors), maxDescriptors.plus(other.maxDescriptors), "");
        }
    }

    /**
     * The processes of the server.
     *
     * @param threads platform threads of all of them
     * @param workers those that run besides the one from which they descend, in the same program; none of a server that is one
     *     process
     */
    public record Processes(Seen threads, List<Worker> workers) {

        public static final Processes NOT_SEEN = new Processes(Seen.NOT, List.of());

        public Processes {
            workers = List.copyOf(workers);
        }

        private Processes plus(Processes other) {
            return new Processes(
                    threads.plus(other.threads),
                    Stream.concat(workers.stream(), other.workers.stream()).toList());
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
     * @param rssBytes resident set, from /proc
     * @param pssBytes proportional set, from /proc
     * @param heapUsedBytes used heap, including garbage unless a full collection came just before; of a JVM that does
     *     not answer, the heap after its last collection
     * @param heapMaxBytes heap limit that the JVM reports
     * @param directBytes direct buffers
     * @param directMaxBytes limit of direct buffers that the JVM reports
     * @param heapResidentBytes heap that is in memory, whether or not an object is there; seen only after a full
     *     collection, of a heap whose addresses the JVM tells
     * @param majorFaults pages that the process waited for since its start, since the kernel read them from disk
     */
    public record Memory(
            Seen rssBytes,
            Seen pssBytes,
            Seen heapUsedBytes,
            Limit heapMaxBytes,
            Seen directBytes,
            Limit directMaxBytes,
            Seen heapResidentBytes,
            Seen majorFaults) {

        public static final Memory NOT_SEEN =
                new Memory(Seen.NOT, Seen.NOT, Seen.NOT, Limit.NOT_SEEN, Seen.NOT, Limit.NOT_SEEN, Seen.NOT, Seen.NOT);

        /**
         * Returns the resident set less the pages of the heap that hold no object. How many of those a collector keeps is
         * its own choice and no cost of a connection.
         */
        private Seen rssWithoutFreeHeapBytes() {
            Seen free = heapResidentBytes.since(heapUsedBytes);
            // A heap may use a little that it has not touched yet.
            return free.isSeen() ? rssBytes.since(Seen.of(Math.max(0, free.orElse(0)))) : Seen.NOT;
        }

        private Memory plus(Memory other) {
            return new Memory(
                    rssBytes.plus(other.rssBytes),
                    pssBytes.plus(other.pssBytes),
                    heapUsedBytes.plus(other.heapUsedBytes),
                    heapMaxBytes.plus(other.heapMaxBytes),
                    directBytes.plus(other.directBytes),
                    directMaxBytes.plus(other.directMaxBytes),
                    heapResidentBytes.plus(other.heapResidentBytes),
                    majorFaults.plus(other.majorFaults));
        }
    }

    /**
     * The processor time and the collections since the start of the process.
     *
     * @param cpuNanos processor time, in ns
     * @param gcNanos time in collections, in ns
     * @param gcCount number of collections
     * @param quota processor time that its control groups grant
     * @param busiestThread its busiest thread since its threads were read before
     * @param memoryStops number of times that the kernel let threads of its control groups sleep, since their memory had
     *     reached memory.high
     */
    public record Cpu(
            Seen cpuNanos, Seen gcNanos, Seen gcCount, CpuQuota quota, BusiestThread busiestThread, Seen memoryStops) {

        public static final Cpu NOT_SEEN =
                new Cpu(Seen.NOT, Seen.NOT, Seen.NOT, CpuQuota.NOT_SEEN, BusiestThread.NOT_SEEN, Seen.NOT);

        private Cpu plus(Cpu other) {
            return new Cpu(
                    cpuNanos.plus(other.cpuNanos),
                    gcNanos.plus(other.gcNanos),
                    gcCount.plus(other.gcCount),
                    quota.plus(other.quota),
                    // The threads of two servers are not one.
                    BusiestThread.NOT_SEEN,
                    memoryStops.plus(other.memoryStops));
        }
    }

    /**
     * The queue of the server's own port, in which the kernel keeps connections until the server accepts them.
     *
     * @param waiting connections in it
     * @param backlog number that it holds, the smaller one of what the server asked for and net.core.somaxconn
     */
    public record ListenQueue(Seen waiting, Limit backlog) {

        public static final ListenQueue NOT_SEEN = new ListenQueue(Seen.NOT, Limit.NOT_SEEN);

        private ListenQueue plus(ListenQueue other) {
            return new ListenQueue(waiting.plus(other.waiting), backlog.plus(other.backlog));
        }
    }

    /**
     * Returns the sum of two servers including their limits; a value that was not seen of one is not seen in the sum.
     */
    public ServerReading plus(ServerReading other) {
        return new ServerReading(
                pool.plus(other.pool),
                recursion.plus(other.recursion),
                descriptors.plus(other.descriptors),
                processes.plus(other.processes),
                memory.plus(other.memory),
                cpu.plus(other.cpu),
                listenQueue.plus(other.listenQueue),
                // Of several servers none has a proxy before it.
                ProxyReading.NOT_SEEN);
    }

    /** Returns the same reading of a server behind a proxy. */
    public ServerReading behind(ProxyReading other) {
        return new ServerReading(pool, recursion, descriptors, processes, memory, cpu, listenQueue, other);
    }

    /** Returns the same reading with another deepest level. */
    public ServerReading withDeepestLevel(Seen level) {
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

    public Seen connections() {
        return pool.connections();
    }

    public Limit maxConnections() {
        return pool.maxConnections();
    }

    public Seen poolThreads() {
        return pool.poolThreads();
    }

    public Seen busyThreads() {
        return pool.busyThreads();
    }

    public Limit maxThreads() {
        return pool.maxThreads();
    }

    public Limit acceptCount() {
        return pool.acceptCount();
    }

    public Seen queuedRequests() {
        return pool.queuedRequests();
    }

    public Seen deepestLevel() {
        return recursion.deepestLevel();
    }

    public Seen recursionLevelsNow() {
        return recursion.recursionLevelsNow();
    }

    public Seen openDescriptors() {
        return descriptors.openDescriptors();
    }

    public Limit maxDescriptors() {
        return descriptors.maxDescriptors();
    }

    public Seen threads() {
        return processes.threads();
    }

    public List<Worker> workers() {
        return processes.workers();
    }

    public Seen rssBytes() {
        return memory.rssBytes();
    }

    public Seen pssBytes() {
        return memory.pssBytes();
    }

    public Seen heapUsedBytes() {
        return memory.heapUsedBytes();
    }

    public Limit heapMaxBytes() {
        return memory.heapMaxBytes();
    }

    public Seen directBytes() {
        return memory.directBytes();
    }

    public Limit directMaxBytes() {
        return memory.directMaxBytes();
    }

    public Seen heapResidentBytes() {
        return memory.heapResidentBytes();
    }

    public Seen majorFaults() {
        return memory.majorFaults();
    }

    public Seen memoryStops() {
        return cpu.memoryStops();
    }

    /**
     * Returns the resident set less the pages of the heap that hold no object, after a full collection; not seen if the
     * resident part of the heap was not.
     */
    public Seen rssWithoutFreeHeapBytes() {
        return memory.rssWithoutFreeHeapBytes();
    }

    public Seen cpuNanos() {
        return cpu.cpuNanos();
    }

    public CpuQuota cpuQuota() {
        return cpu.quota();
    }

    public BusiestThread busiestThread() {
        return cpu.busiestThread();
    }

    public Seen gcNanos() {
        return cpu.gcNanos();
    }

    public Seen gcCount() {
        return cpu.gcCount();
    }
}
