package io.ceiling.harness.model;

/**
 * A reading of a server process; -1 stands for a value that could not be seen.
 *
 * @param pool connector and its pool of request threads
 * @param recursion levels of recursion
 * @param descriptors open descriptors
 * @param threads platform threads of the process, from /proc
 * @param memory memory of the process
 * @param cpu processor time and collections
 */
public record ServerReading(
        Pool pool, Recursion recursion, Descriptors descriptors, int threads, Memory memory, Cpu cpu) {

    private static final int UNSEEN = -1;

    /** A reading of a server of which nothing could be seen. */
    public static final ServerReading NOT_SEEN = new ServerReading(
            Pool.NOT_SEEN, Recursion.NOT_SEEN, Descriptors.NOT_SEEN, UNSEEN, Memory.NOT_SEEN, Cpu.NOT_SEEN);

    /**
     * The connector and its pool of request threads, as the container reports them.
     *
     * @param connections connections that the connector has accepted and not closed
     * @param maxConnections limit of connections
     * @param poolThreads threads in the pool
     * @param busyThreads threads of the pool that are busy
     * @param maxThreads limit of threads in the pool
     * @param queuedRequests requests that wait for a thread
     */
    public record Pool(
            long connections,
            long maxConnections,
            int poolThreads,
            int busyThreads,
            int maxThreads,
            int queuedRequests) {

        public static final Pool NOT_SEEN = new Pool(UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN);

        private Pool plus(Pool other) {
            return new Pool(
                    sum(connections, other.connections),
                    sum(maxConnections, other.maxConnections),
                    (int) sum(poolThreads, other.poolThreads),
                    (int) sum(busyThreads, other.busyThreads),
                    (int) sum(maxThreads, other.maxThreads),
                    (int) sum(queuedRequests, other.queuedRequests));
        }
    }

    /**
     * The levels of recursion that the web application has entered.
     *
     * @param deepestLevel deepest level so far
     * @param recursionLevelsNow levels that are entered now
     */
    public record Recursion(long deepestLevel, long recursionLevelsNow) {

        public static final Recursion NOT_SEEN = new Recursion(UNSEEN, UNSEEN);

        private Recursion plus(Recursion other) {
            return new Recursion(
                    sum(deepestLevel, other.deepestLevel), sum(recursionLevelsNow, other.recursionLevelsNow));
        }
    }

    /** The open descriptors of the process and their limit, from /proc. */
    public record Descriptors(long openDescriptors, long maxDescriptors) {

        public static final Descriptors NOT_SEEN = new Descriptors(UNSEEN, UNSEEN);

        private Descriptors plus(Descriptors other) {
            return new Descriptors(
                    sum(openDescriptors, other.openDescriptors), sum(maxDescriptors, other.maxDescriptors));
        }
    }

    /**
     * The memory of the process, in bytes.
     *
     * @param rssBytes resident set, from /proc
     * @param pssBytes proportional set, from /proc
     * @param heapUsedBytes used heap, including garbage unless a full collection came just before; of a JVM that does
     *     not answer, the heap after its last collection
     * @param heapMaxBytes heap limit that the JVM reports
     * @param directBytes direct buffers
     */
    public record Memory(long rssBytes, long pssBytes, long heapUsedBytes, long heapMaxBytes, long directBytes) {

        public static final Memory NOT_SEEN = new Memory(UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN);

        private Memory plus(Memory other) {
            return new Memory(
                    sum(rssBytes, other.rssBytes),
                    sum(pssBytes, other.pssBytes),
                    sum(heapUsedBytes, other.heapUsedBytes),
                    sum(heapMaxBytes, other.heapMaxBytes),
                    sum(directBytes, other.directBytes));
        }
    }

    /**
     * The processor time and the collections since the start of the process.
     *
     * @param cpuNanos processor time, in ns
     * @param gcNanos time in collections, in ns
     * @param gcCount number of collections
     */
    public record Cpu(long cpuNanos, long gcNanos, long gcCount) {

        public static final Cpu NOT_SEEN = new Cpu(UNSEEN, UNSEEN, UNSEEN);

        private Cpu plus(Cpu other) {
            return new Cpu(sum(cpuNanos, other.cpuNanos), sum(gcNanos, other.gcNanos), sum(gcCount, other.gcCount));
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
                (int) sum(threads, other.threads),
                memory.plus(other.memory),
                cpu.plus(other.cpu));
    }

    /** Returns the same reading with another deepest level. */
    public ServerReading withDeepestLevel(long level) {
        return new ServerReading(
                pool, new Recursion(level, recursion.recursionLevelsNow()), descriptors, threads, memory, cpu);
    }

    private static long sum(long one, long other) {
        return one < 0 || other < 0 ? UNSEEN : one + other;
    }

    public long connections() {
        return pool.connections();
    }

    public long maxConnections() {
        return pool.maxConnections();
    }

    public int poolThreads() {
        return pool.poolThreads();
    }

    public int busyThreads() {
        return pool.busyThreads();
    }

    public int maxThreads() {
        return pool.maxThreads();
    }

    public int queuedRequests() {
        return pool.queuedRequests();
    }

    public long deepestLevel() {
        return recursion.deepestLevel();
    }

    public long recursionLevelsNow() {
        return recursion.recursionLevelsNow();
    }

    public long openDescriptors() {
        return descriptors.openDescriptors();
    }

    public long maxDescriptors() {
        return descriptors.maxDescriptors();
    }

    public long rssBytes() {
        return memory.rssBytes();
    }

    public long pssBytes() {
        return memory.pssBytes();
    }

    public long heapUsedBytes() {
        return memory.heapUsedBytes();
    }

    public long heapMaxBytes() {
        return memory.heapMaxBytes();
    }

    public long directBytes() {
        return memory.directBytes();
    }

    public long cpuNanos() {
        return cpu.cpuNanos();
    }

    public long gcNanos() {
        return cpu.gcNanos();
    }

    public long gcCount() {
        return cpu.gcCount();
    }
}
