package io.ceiling.harness.forecast;

import io.ceiling.container.Limit;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.forecast.MeasuredCosts.Quantity;
import io.ceiling.harness.forecast.MeasuredCosts.Subject;
import io.ceiling.harness.matrix.Sizes;
import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.result.Bound;
import io.ceiling.harness.result.HeapReserve;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.Interval;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Calculates the bound of each limit from costs of connections that were measured before, in servers with the same
 * settings or the nearest ones: their lines are extended to the limit as {@code ceiling predict} extends its own. It is
 * what to expect before a run, and never enters a result. Pure functions.
 */
public final class Forecast {

    /** Memory of the harness and its first load agent, in bytes; no server has to do with it. */
    private static final long BASE_RUN_BYTES = 300L << 20;

    /** Heap of the harness for a row of one server, in bytes, with room for garbage; of rows before it keeps none. */
    private static final long BASE_HEAP_BYTES = 128L << 20;

    /** Heap of the harness for each server and load agent of a row: at four steps 1 500 of them took 28 MiB, and a ramp has up to thirty. */
    private static final long HEAP_OF_EACH_BYTES = 30 * (5L << 10);

    /** Memory of a server before the first connection, in bytes, for the question how many of them a host can have. */
    private static final long BASE_RSS_BYTES = 90L << 20;

    /** Memory of one of many servers, which are kept small and share the pages of their archive, in bytes. */
    private static final long SMALL_RSS_BYTES = 80L << 20;

    /** Memory of a load agent, in bytes; each of several servers has one of its own. */
    private static final long AGENT_RSS_BYTES = 50L << 20;

    /** Each thread needs two mappings: its stack and the guard page below it. */
    private static final int MAPPINGS_OF_THREAD = 2;

    private static final String AS_SET = "the setting itself";

    private final Scenario scenario;
    private final HostLimits host;
    private final CostTable table;
    private final Subject subject;
    private final List<ForecastLimit> limits = new ArrayList<>();

    private Forecast(Scenario scenario, HostLimits host, CostTable table) {
        this.scenario = scenario;
        this.host = host;
        this.table = table;
        this.subject = CostTable.subject(scenario);
    }

    /** Values of a quantity at which a limit binds: at the earliest, usually and at the latest. */
    private record BindingValues(double least, double usual, double most) {

        private static BindingValues exact(double value) {
            return new BindingValues(value, value, value);
        }
    }

    /** The setting or limit of the host, and what raises it. */
    private record NamedLimit(LimitingFactor factor, String limit, String raise) {}

    /** Returns the costs that this project measured, in results/reference. */
    public static CostTable reference() {
        return CostsFile.reference();
    }

    /** Returns the bounds of all limits that could end the scenario by the costs of this project, the lowest first. */
    public static List<Bound> bounds(Scenario scenario, HostLimits host) {
        return limits(scenario, host, reference()).stream()
                .map(ForecastLimit::bound)
                .toList();
    }

    /** Returns all limits that could end the scenario, the lowest first. */
    public static List<ForecastLimit> limits(Scenario scenario, HostLimits host, CostTable table) {
        return new Forecast(scenario, host, table).limits();
    }

    private List<ForecastLimit> limits() {
        // Threads come first: if the pool and the connections have the same limit, as in BIO, the pool is named.
        if (scenario.holdsThread()) {
            addThreads();
        }
        addProcess();
        addMemory();
        addPorts();
        limits.sort(Comparator.comparingLong(limit -> limit.bound().connections()));
        return List.copyOf(limits);
    }

    private void addPorts() {
        long localPorts = host.localPorts().orElse(0);
        if (localPorts > 0) {
            // There is one range of ports for each server that is called, and for each local address.
            long pairs = scenario.instances()
                    * (scenario.workload().isRecursive() ? 1L : SourceAddresses.of(scenario.capOfEach()));
            add(
                    new NamedLimit(
                            scenario.workload().isRecursive()
                                    ? LimitingFactor.EPHEMERAL_PORTS
                                    : LimitingFactor.LOAD_EPHEMERAL_PORTS,
                            "local ports=%d%s".formatted(localPorts, ofEach(pairs)),
                            "sysctl -w net.ipv4.ip_local_port_range='1024 65535'"),
                    localPorts * pairs);
        }
    }

    /** Adds a limit that connections meet one by one. */
    private void add(NamedLimit named, long connections) {
        limits.add(new ForecastLimit(
                new Bound(named.factor(), connections, named.limit(), named.raise()),
                new Interval(connections, connections),
                AS_SET));
    }

    /**
     * Adds the limit at which a quantity reaches a value, by the lines of measured servers. Nothing is added if none was
     * seen to need more of it with each connection.
     *
     * @param servers servers of which each has the limit
     */
    private void extend(NamedLimit named, Quantity quantity, BindingValues values, int servers) {
        table.choose(subject, quantity)
                .ifPresent(choice -> limits.add(new ForecastLimit(
                        new Bound(
                                named.factor(),
                                Math.max(0, (long) Math.floor(servers * middle(choice.lines(), values.usual()) + 1e-6)),
                                named.limit() + ofEach(servers),
                                named.raise()),
                        interval(choice.lines(), values, servers, quantity),
                        CostWords.of(quantity, choice))));
    }

    private static double middle(List<FittedLine> lines, double value) {
        double[] all =
                lines.stream().mapToDouble(line -> line.at(value)).sorted().toArray();
        return (all[(all.length - 1) / 2] + all[all.length / 2]) / 2;
    }

    /** Returns the smallest interval that has those of all lines; a line without one counts with its number. */
    private static Interval interval(List<FittedLine> lines, BindingValues values, int servers, Quantity quantity) {
        if (lines.size() == 1 && !lines.get(0).hasInterval()) {
            return Interval.UNKNOWN;
        }
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        for (FittedLine line : lines) {
            Interval least = line.interval(values.least());
            Interval most = line.interval(values.most());
            low = Math.min(low, least.isKnown() ? least.low() : line.at(values.least()));
            high = Math.max(high, most.isKnown() ? most.high() : line.at(values.most()));
        }
        // Connections are whole, and one may wait in the listen queue, where it is held and not counted yet.
        int slack = quantity.isBytes() ? 0 : 1;
        return new Interval(servers * Math.max(0, low - slack), servers * (high + slack));
    }

    /**
     * Returns the reason why this host has too little memory for the instances of a scenario, with the sum; empty if it
     * has enough, or its memory was not seen.
     */
    public static Optional<String> beyondMemory(Scenario scenario, HostLimits host) {
        int instances = scenario.instances();
        long agents = scenario.workload().isRecursive() ? 0 : AGENT_RSS_BYTES;
        long needed = BASE_RUN_BYTES + instances * (baseRss(scenario) + agents);
        long room = host.memoryBytes().orElse(Long.MAX_VALUE) - host.memoryFloorBytes();
        return instances == 1 || needed <= room
                ? Optional.empty()
                : Optional.of(
                        "--instances must be at most %d here, was %d: before the first connection they need %s (%s for harness and agents, %d x %s of servers%s), and this host has %s, of which %s are left free"
                                .formatted(
                                        Math.max(1, (room - BASE_RUN_BYTES) / (baseRss(scenario) + agents)),
                                        instances,
                                        mebibytes(needed),
                                        mebibytes(BASE_RUN_BYTES),
                                        instances,
                                        mebibytes(baseRss(scenario)),
                                        agents == 0 ? "" : " and %s of load agents".formatted(mebibytes(agents)),
                                        mebibytes(host.memoryBytes().orElse(0)),
                                        mebibytes(host.memoryFloorBytes())));
    }

    /**
     * Returns the reason why the heap of the harness is too small for the readings of a scenario; empty if it is not. Connections
     * need none of it: they are counted where they are.
     *
     * @param heapBytes largest heap of this process
     */
    public static Optional<String> beyondHeap(Scenario scenario, long heapBytes) {
        long needed = BASE_HEAP_BYTES + 2 * HEAP_OF_EACH_BYTES * scenario.instances();
        return needed <= heapBytes
                ? Optional.empty()
                : Optional.of(
                        "the harness must have a heap of %s for %s and a load agent for each, has %s. Hint: CEILING_HEAP=%dm in its environment"
                                .formatted(
                                        mebibytes(needed),
                                        Plural.of(scenario.instances(), "server"),
                                        mebibytes(heapBytes),
                                        (needed >> 20) + 64));
    }

    private static String mebibytes(long bytes) {
        return "%d MiB".formatted(bytes >> 20);
    }

    private static long baseRss(Scenario scenario) {
        return scenario.server().isOneOfMany() ? SMALL_RSS_BYTES : BASE_RSS_BYTES;
    }

    /** Adds the limits that each of several servers has separately, multiplied by their number. */
    private void addProcess() {
        ContainerKind container = Containers.of(scenario.container());
        int servers = scenario.instances() * container.processes(scenario.sizes());
        extend(
                new NamedLimit(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "nofile=" + scenario.nofile(),
                        "--nofile=N, at most the hard limit; elsewhere ulimit -n N, LimitNOFILE=N"),
                Quantity.DESCRIPTORS,
                BindingValues.exact((double) scenario.nofile().orElse(0)),
                servers);
        // What a JVM was seen to need says nothing about another runtime.
        if (container.program().isEmpty()) {
            addHeap(servers);
        }
        Limit maxConnections = scenario.sizes().maxConnections().isDefault()
                ? container.defaultMaxConnections(scenario)
                : scenario.sizes().maxConnections();
        maxConnections.ifNumber(most -> add(
                new NamedLimit(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "max-connections=" + most + ofEach(servers),
                        "--max-connections=-1; elsewhere maxConnections of the connector"),
                servers * most));
    }

    private void addHeap(int servers) {
        long heap = scenario.jvm().heapMaxBytes().orElse(0);
        HeapReserve.of(scenario.jvm().garbageCollector(), heap)
                .ifPresent(reserve -> extend(
                        new NamedLimit(
                                LimitingFactor.SERVER_HEAP, "heap=" + Sizes.text(heap), "--heap=SIZE; elsewhere -Xmx"),
                        Quantity.HEAP,
                        new BindingValues(
                                (double) heap - reserve.mostBytes(),
                                (double) heap - reserve.usualBytes(),
                                (double) heap - reserve.leastBytes()),
                        servers));
        long direct = scenario.jvm().directMemoryBytes().orElse(heap);
        extend(
                new NamedLimit(
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        "direct memory=" + Sizes.text(direct),
                        "--direct-memory=SIZE; elsewhere -XX:MaxDirectMemorySize, or -Xmx, which it follows"),
                Quantity.DIRECT,
                BindingValues.exact((double) direct),
                servers);
    }

    private static String ofEach(long many) {
        return many == 1 ? "" : " x%d".formatted(many);
    }

    private void addThreads() {
        int servers = scenario.instances();
        long threads = scenario.sizes()
                .maxThreads()
                .orElse(Containers.of(scenario.container()).defaultMaxThreads());
        NamedLimit pool = new NamedLimit(
                LimitingFactor.SERVER_THREADS,
                "threads=" + threads,
                "--threads=N or --thread-kind=virtual; elsewhere maxThreads of the connector");
        int before = limits.size();
        extend(pool, Quantity.BUSY_THREADS, BindingValues.exact((double) threads), servers);
        if (limits.size() == before) {
            add(new NamedLimit(pool.factor(), pool.limit() + ofEach(servers), pool.raise()), servers * threads);
        }
        addNativeThreads(host.pidMax(), "kernel.pid_max", "sysctl -w kernel.pid_max=4194304");
        addNativeThreads(host.threadsMax(), "kernel.threads-max", "sysctl -w kernel.threads-max=N");
        addNativeThreads(host.cgroupPids(), "cgroup pids.max", "docker run --pids-limit N; TasksMax=N");
        addNativeThreads(host.nproc(), "ulimit -u", "ulimit -Hu N; TasksMax=N");
        if (host.maxMapCount().orElse(0) > 0) {
            extend(
                    new NamedLimit(
                            LimitingFactor.SERVER_NATIVE_THREADS,
                            "vm.max_map_count=" + host.maxMapCount(),
                            "sysctl -w vm.max_map_count=1048576"),
                    Quantity.THREADS,
                    BindingValues.exact((double) host.maxMapCount().orElse(0) / MAPPINGS_OF_THREAD),
                    servers);
        }
    }

    /** Adds a limit of the host, the user or the cgroup, which does not grow with the number of servers. */
    private void addNativeThreads(Limit limit, String name, String raise) {
        if (limit.orElse(0) > 0) {
            extendTogether(
                    new NamedLimit(LimitingFactor.SERVER_NATIVE_THREADS, name + "=" + limit, raise),
                    Quantity.THREADS,
                    (double) limit.orElse(0));
        }
    }

    /** Adds a limit that all servers share: each further one has what it needs without a connection. */
    private void extendTogether(NamedLimit named, Quantity quantity, double value) {
        int further = scenario.instances() - 1;
        table.choose(subject, quantity)
                .map(choice -> new CostTable.Choice(
                        choice.lines().stream()
                                .map(line -> line.raised(further))
                                .toList(),
                        choice.sources(),
                        choice.notes()))
                .ifPresent(choice -> limits.add(new ForecastLimit(
                        new Bound(
                                named.factor(),
                                Math.max(0, (long) Math.floor(middle(choice.lines(), value) + 1e-6)),
                                named.limit(),
                                named.raise()),
                        interval(choice.lines(), BindingValues.exact(value), 1, quantity),
                        CostWords.of(quantity, choice))));
    }

    private void addMemory() {
        long cgroup = host.cgroupMemoryBytes().orElse(0);
        long agents = scenario.workload().isRecursive() ? 0 : scenario.instances() - 1L;
        if (cgroup > 0) {
            extendTogether(
                    new NamedLimit(
                            LimitingFactor.SERVER_MEMORY,
                            "cgroup memory=" + Sizes.text(cgroup),
                            "docker run --memory N; MemoryMax=N"),
                    Quantity.MEMORY,
                    (double) cgroup - agents * AGENT_RSS_BYTES);
        }
        long memory = host.memoryBytes().orElse(0);
        if (memory > 0) {
            extendTogether(
                    new NamedLimit(
                            LimitingFactor.HOST_MEMORY,
                            "host memory=" + Sizes.text(memory),
                            "a host with more memory; the row is at-least, since a ramp stops at the memory floor"),
                    Quantity.MEMORY_OF_HOST,
                    (double) memory - host.memoryFloorBytes() - BASE_RUN_BYTES - agents * AGENT_RSS_BYTES);
        }
    }
}
