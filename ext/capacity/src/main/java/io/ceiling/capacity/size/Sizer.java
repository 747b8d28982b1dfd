package io.ceiling.capacity.size;

import io.ceiling.capacity.size.Sizing.AmountRange;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Decides the settings that hold a number of connections, from what they cost. Pure functions.
 *
 * <p>Notes. The margins are small, so that a tenth less memory does not hold the same connections: settings are for the
 * upper end of the 95 % interval of each line, the heap is {@link #LIVE_SHARE} full of live data, and all other memory
 * is the measured amount plus {@link #BESIDE_MARGIN} of it. {@code SmallestMemory} finds by how much the settings are
 * too large.
 */
final class Sizer {

    /**
     * Share of the heap that is live data when all connections are open. The rest is what a collector needs to work: at
     * 95 % it frees nothing in time (verdict.JvmMemoryLimits). G1 bore this share in the trials of docs/sizes.md; other
     * collectors were not tried.
     */
    static final double LIVE_SHARE = 0.88;

    /** Heap that no share covers: some regions of G1 are not full. */
    static final long HEAP_OF_REGIONS = 4L << 20;

    /**
     * Memory of the collector's own tables, as a share of the heap. G1 has a bit for each 8 bytes in its bitmap, and a byte
     * for each 512 bytes in its table of cards and in that of the offsets of blocks: 1/64 + 2/512.
     */
    static final double TABLES_SHARE = 1.0 / 64 + 2.0 / 512;

    // First JDK whose G1 has one bitmap; before, it had two (JDK-8210708).
    private static final int FIRST_ONE_BITMAP_JDK = 20;

    /** Share of the memory beside the heap that is added to it: compiled code and malloc grow a little with use. */
    static final double BESIDE_MARGIN = 0.05;

    /**
     * Pool threads for connections that are opened or closed at the same moment, and for those that some servers keep
     * for themselves. Costs must be measured with as many.
     */
    public static final int MIN_THREADS = 40;

    /** Smallest heap in which these servers start. */
    static final long MIN_HEAP = 16L << 20;

    private static final long MIN_DIRECT = 4L << 20;
    private static final long MEBIBYTE = 1L << 20;

    // Stack and malloc of an additional pool thread that runs requests: an estimate, for any collector.
    private static final long BYTES_OF_POOL_THREAD = 64L << 10;

    // Spare connections: for health checks, and for clients that reconnect before their old connection is gone.
    private static final int MIN_SPARE = 8;

    private static final int SPARE_PART = 200;

    // Upper bound of the search for the number of connections.
    private static final int MAX_CONNECTIONS = 100_000_000;

    private Sizer() {}

    /** Returns the settings for the requested connections, and how many connections fit into the memory. */
    public static Sizing.SizingAnswer answer(SizingGoal goal, Scenario measuredScenario, ConnectionCosts costs) {
        Sizing sizing = of(goal, measuredScenario, costs);
        Optional<String> obstacle = heapObstacle(sizing, goal, costs, measuredScenario);
        if (goal.memoryBytes().isEmpty()) {
            return new Sizing.SizingAnswer(sizing, obstacle.isEmpty(), Optional.empty(), obstacle);
        }
        long memory = goal.memoryBytes().getAsLong();
        AmountRange fitting = new AmountRange(
                fittingConnections(goal, measuredScenario, costs, memory, 0),
                fittingConnections(goal, measuredScenario, costs, memory, 1),
                fittingConnections(goal, measuredScenario, costs, memory, -1));
        boolean fits = obstacle.isEmpty() && sizing.neededMemory().high() <= memory;
        return new Sizing.SizingAnswer(sizing, fits, Optional.of(fitting), obstacle);
    }

    // Returns why one heap cannot hold the connections at the costs that were measured; empty if one can.
    private static Optional<String> heapObstacle(
            Sizing sizing, SizingGoal goal, ConnectionCosts costs, Scenario measuredScenario) {
        if (sizing.value(SettingKey.HEAP) < measuredScenario.jvm().mostHeapOfSameReferences()) {
            return Optional.empty();
        }
        int each = fittingConnections(goal, measuredScenario, costs, Long.MAX_VALUE, 1);
        return Optional.of(String.format(
                Locale.ROOT,
                "-Xmx%dm is about 32 GiB or more, where a reference takes 8 bytes in place of the 4 that were measured. Hint: %d servers of at most %d connections",
                sizing.value(SettingKey.HEAP) / MEBIBYTE,
                1 + (goal.connections() - 1) / Math.max(1, each),
                each));
    }

    /**
     * Returns the same settings for the memory that trials found.
     *
     * @param memoryBytes least memory of the container that held the connections in a trial
     */
    public static Sizing withTrialMemory(Sizing sizing, SizingGoal goal, long memoryBytes) {
        long predicted = sizing.value(SettingKey.CONTAINER_MEMORY);
        String parts =
                sizing.setting(SettingKey.CONTAINER_MEMORY).map(Setting::reason).orElse("");
        Setting memory = new Setting(
                SettingKey.CONTAINER_MEMORY,
                memoryBytes,
                true,
                memoryBytes == predicted
                        ? parts + ": tried, it holds them"
                        : String.format(
                                Locale.ROOT,
                                "tried: it holds them; by the costs it would be %s: %s",
                                mebibytes(predicted),
                                parts));
        Sizing found = sizing.with(memory, new AmountRange(memoryBytes, memoryBytes, memoryBytes));
        return heapWithAllMemory(goal, sizing.scenario(), sizing.value(SettingKey.HEAP), memoryBytes)
                .map(heap -> found.with(heap, found.neededMemory()))
                .orElse(found);
    }

    // Returns the heap with which the server uses all memory of the user; empty if none is left.
    private static Optional<Setting> heapWithAllMemory(
            SizingGoal goal, Scenario measuredScenario, long heapBytes, long memoryBytes) {
        long spare = goal.memoryBytes().orElse(0) - memoryBytes;
        long heap = Math.min(
                measuredScenario.jvm().mostHeapOfSameReferences() - MEBIBYTE,
                downToMebibyte(heapBytes + (long) (Math.max(0, spare) / (1 + tablesShare(measuredScenario)))));
        return heap <= heapBytes
                ? Optional.empty()
                : Optional.of(new Setting(
                        SettingKey.HEAP_WITH_ALL_MEMORY,
                        heap,
                        false,
                        String.format(
                                Locale.ROOT,
                                "the other sizes are the edge: a tenth less does not hold. With all of --memory (%s) the heap has room for the application",
                                mebibytes(goal.memoryBytes().orElse(0)))));
    }

    private static double tablesShare(Scenario measuredScenario) {
        boolean hasTwoBitmaps = measuredScenario.jvm().garbageCollector().equals("G1")
                && measuredScenario.jdk().feature() < FIRST_ONE_BITMAP_JDK;
        return hasTwoBitmaps ? TABLES_SHARE + 1.0 / 64 : TABLES_SHARE;
    }

    /**
     * Returns the same server with a smaller heap, at least the smallest in which these servers start.
     *
     * @param removedBytes memory to remove from the heap
     */
    public static Scenario withSmallerHeap(Sizing sizing, long removedBytes) {
        long heap = Math.max(MIN_HEAP, downToMebibyte(sizing.value(SettingKey.HEAP) - removedBytes));
        return sizing.scenario()
                .with(sizing.scenario().server().toBuilder().heapMaxBytes(heap).build());
    }

    /** Returns true if the live heap that the settings were made for is larger than the heap of that server. */
    public static boolean isHeapTooSmall(Sizing sizing, Scenario smallerServer) {
        double live = LIVE_SHARE * (sizing.value(SettingKey.HEAP) - HEAP_OF_REGIONS - MEBIBYTE);
        return smallerServer.jvm().heapMaxBytes().orElse(0) < live;
    }

    private static Sizing of(SizingGoal goal, Scenario measuredScenario, ConnectionCosts costs) {
        int connections = goal.connections();
        int maxConnections = withSpareConnections(connections);
        OptionalLong threads = threads(goal, measuredScenario, costs);
        Function<Integer, ServerMemory> memoryAt =
                intervalEnd -> memory(connections, threads, measuredScenario, costs, intervalEnd);
        ServerMemory memory = memoryAt.apply(1);
        List<Setting> settings = new ArrayList<>();
        settings.add(new Setting(
                SettingKey.HEAP,
                memory.heap(),
                true,
                String.format(
                        Locale.ROOT,
                        "%s of live heap with %d connections (%s each) is %.0f %% of it; the rest is for the collector%s",
                        mebibytes(memory.liveHeap()),
                        maxConnections,
                        kibibytes(costs.heap()),
                        percent((double) memory.liveHeap() / memory.heap()),
                        measuredScenario.jvm().garbageCollector().equals("G1")
                                ? ""
                                : ", which is enough for G1; others were not tried")));
        if (costs.source().processors() > 0) {
            settings.add(new Setting(
                    SettingKey.PROCESSORS,
                    costs.source().processors(),
                    true,
                    "the costs were measured with as many; with more, a JVM has more threads and memory of its own"));
        }
        heapWithAllMemory(goal, measuredScenario, memory.heap(), memory.totalMemory())
                .ifPresent(settings::add);
        measuredScenario
                .jvm()
                .stackBytes()
                .ifPresent(stack -> settings.add(new Setting(
                        SettingKey.STACK,
                        stack,
                        true,
                        "the stack that the costs were measured with, for each thread")));
        settings.add(new Setting(
                SettingKey.DIRECT_MEMORY,
                memory.directMax(),
                true,
                String.format(
                        Locale.ROOT,
                        "%s of direct buffers with %d connections; without a limit they may grow to the size of the heap",
                        mebibytes(memory.direct()),
                        maxConnections)));
        settings.add(new Setting(
                SettingKey.CONTAINER_MEMORY,
                memory.totalMemory(),
                true,
                String.format(
                        Locale.ROOT,
                        "heap %s, direct buffers %s, collector's tables %s, other memory of the JVM %s, kernel %s",
                        mebibytes(memory.heap()),
                        mebibytes(memory.directMax()),
                        mebibytes(memory.tables()),
                        mebibytes(memory.otherJvm()),
                        mebibytes(memory.kernel()))));
        settings.add(new Setting(
                SettingKey.MAX_CONNECTIONS,
                maxConnections,
                true,
                String.format(
                        Locale.ROOT,
                        "%d connections and %d more for health checks and clients that come back; more would not fit",
                        connections,
                        maxConnections - connections)));
        threads.ifPresent(value -> settings.add(new Setting(
                SettingKey.MAX_THREADS, value, true, ThreadPoolSizer.reason(goal, measuredScenario, costs, value))));
        settings.addAll(HostSettings.of(connections, maxConnections, threads, measuredScenario, costs));
        long acceptCount = settings.stream()
                .filter(setting -> setting.key() == SettingKey.ACCEPT_COUNT)
                .mapToLong(Setting::value)
                .findFirst()
                .orElse(1);
        long nofile = settings.stream()
                .filter(setting -> setting.key() == SettingKey.NOFILE)
                .mapToLong(Setting::value)
                .findFirst()
                .orElse(1);
        ServerSettings.Builder server = measuredScenario.server().toBuilder()
                .heapMaxBytes(memory.heap())
                .directMemoryBytes(OptionalLong.of(memory.directMax()))
                .maxConnections(Limit.of(maxConnections))
                .acceptCount(Limit.of(acceptCount))
                .nofile(Limit.of(nofile));
        threads.ifPresent(value -> server.maxThreads(Limit.of(value)));
        settings.sort((one, other) -> one.key().compareTo(other.key()));
        return new Sizing(
                new Scenario(server.build(), measuredScenario.work(), connections),
                settings,
                new AmountRange(
                        memoryAt.apply(0).totalMemory(), memoryAt.apply(-1).totalMemory(), memory.totalMemory()));
    }

    private static int withSpareConnections(int connections) {
        return (int) Math.min(Integer.MAX_VALUE, (long) connections + MIN_SPARE + connections / SPARE_PART);
    }

    // Returns the threads of the pool; empty for virtual threads, which have no pool.
    private static OptionalLong threads(SizingGoal goal, Scenario measuredScenario, ConnectionCosts costs) {
        return measuredScenario.threadKind() == ThreadKind.PLATFORM
                ? OptionalLong.of(
                        ThreadPoolSizer.of(goal, measuredScenario, costs, withSpareConnections(goal.connections())))
                : OptionalLong.empty();
    }

    // The memory of a server, in bytes.
    private record ServerMemory(
            long liveHeap, long heap, long tables, long direct, long directMax, long otherJvm, long kernel) {

        long totalMemory() {
            return upToMebibyte(heap + tables + directMax + otherJvm + kernel);
        }
    }

    private static ServerMemory memory(
            int connections, OptionalLong threads, Scenario measuredScenario, ConnectionCosts costs, int intervalEnd) {
        int maxConnections = withSpareConnections(connections);
        long live = at(costs.heap(), maxConnections, intervalEnd);
        long heap = Math.max(MIN_HEAP, upToMebibyte((long) (live / LIVE_SHARE) + HEAP_OF_REGIONS));
        long direct = at(costs.direct(), maxConnections, intervalEnd);
        long directMax = Math.max(MIN_DIRECT, upToMebibyte((long) (direct / LIVE_SHARE)));
        long beside = Math.max(0, at(costs.nonHeap(), maxConnections, intervalEnd) - direct);
        long extraThreads = ThreadPoolSizer.extraThreads(threads.orElse(0), maxConnections, measuredScenario);
        return new ServerMemory(
                live,
                heap,
                (long) (tablesShare(measuredScenario) * heap),
                direct,
                directMax,
                (long) (beside * (1 + BESIDE_MARGIN)) + extraThreads * BYTES_OF_POOL_THREAD,
                (long) (at(costs.kernel(), maxConnections, intervalEnd) * (1 + BESIDE_MARGIN)));
    }

    /**
     * Returns the value of a line, at least 0.
     *
     * @throws IllegalArgumentException if the line was not seen
     */
    static long at(Slope line, int connections, int intervalEnd) {
        double value = ConnectionCosts.at(line, connections) + intervalEnd * ConnectionCosts.margin(line, connections);
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a line that was not seen has no value");
        }
        return Math.round(Math.max(0, value));
    }

    private static int fittingConnections(
            SizingGoal goal, Scenario measuredScenario, ConnectionCosts costs, long memoryBytes, int intervalEnd) {
        int low = 0;
        int high = MAX_CONNECTIONS;
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            SizingGoal candidate =
                    new SizingGoal(middle, goal.memoryBytes(), goal.requestsPerSecond(), goal.serviceNanos());
            ServerMemory candidateMemory =
                    memory(middle, threads(candidate, measuredScenario, costs), measuredScenario, costs, intervalEnd);
            if (candidateMemory.totalMemory() <= memoryBytes
                    && candidateMemory.heap() < measuredScenario.jvm().mostHeapOfSameReferences()) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    static long upToMebibyte(long bytes) {
        return (bytes + MEBIBYTE - 1) / MEBIBYTE * MEBIBYTE;
    }

    private static long downToMebibyte(long bytes) {
        return bytes / MEBIBYTE * MEBIBYTE;
    }

    private static double percent(double share) {
        return 100 * share;
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", (double) bytes / MEBIBYTE);
    }

    private static String kibibytes(Slope line) {
        String each = String.format(Locale.ROOT, "%.1f", line.perConnection() / 1024);
        return Double.isNaN(line.margin())
                ? each + " KiB"
                : each + String.format(Locale.ROOT, " ± %.1f KiB", line.margin() / 1024);
    }
}
