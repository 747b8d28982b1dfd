package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import java.util.stream.LongStream;

/**
 * A builder of readings of a server. What is not set was not seen; a negative figure was not seen either, as in the
 * sources of the readings.
 */
public final class ServerReadings {

    private ServerReading.Pool pool = ServerReading.Pool.NOT_SEEN;
    private ServerReading.Recursion recursion = ServerReading.Recursion.NOT_SEEN;
    private ServerReading.ProcessDescriptors descriptors = ServerReading.ProcessDescriptors.NOT_SEEN;
    private ServerReading.Processes processes = ServerReading.Processes.NOT_SEEN;
    private Observation rss = Observation.NOT_SEEN;
    private Observation pss = Observation.NOT_SEEN;
    private Observation heapUsed = Observation.NOT_SEEN;
    private Limit heapMax = Limit.NOT_SEEN;
    private Observation direct = Observation.NOT_SEEN;
    private Limit directMax = Limit.NOT_SEEN;
    private Observation heapResident = Observation.NOT_SEEN;
    private Observation majorFaults = Observation.NOT_SEEN;
    private ServerReading.ProcessCpu cpu = ServerReading.ProcessCpu.NOT_SEEN;

    private ServerReading.ListenQueue listenQueue = ServerReading.ListenQueue.NOT_SEEN;

    private ProxyReading proxy = ProxyReading.NOT_SEEN;

    private ServerReadings() {}

    public static ServerReadings notSeen() {
        return new ServerReadings();
    }

    public ServerReadings behind(ProxyReading reading) {
        proxy = reading;
        return this;
    }

    public ServerReadings connections(long now, Limit max) {
        pool = new ServerReading.Pool(
                figure(now),
                max,
                pool.poolThreads(),
                pool.busyThreads(),
                pool.maxThreads(),
                pool.queuedRequests(),
                pool.acceptCount());
        return this;
    }

    public ServerReadings pool(long poolThreads, long busy, Limit max, long queued) {
        pool = new ServerReading.Pool(
                pool.connections(),
                pool.maxConnections(),
                figure(poolThreads),
                figure(busy),
                max,
                figure(queued),
                pool.acceptCount());
        return this;
    }

    public ServerReadings levels(long deepest, long now) {
        recursion = new ServerReading.Recursion(figure(deepest), figure(now));
        return this;
    }

    public ServerReadings descriptors(long open, Limit max) {
        descriptors = new ServerReading.ProcessDescriptors(figure(open), max, "");
        return this;
    }

    public ServerReadings threads(long count) {
        processes = new ServerReading.Processes(figure(count), processes.workers());
        return this;
    }

    /** Worker processes of these numbers, each of a program {@code gunicorn}. */
    public ServerReadings workers(long... pids) {
        processes = new ServerReading.Processes(
                processes.threads(),
                LongStream.of(pids)
                        .mapToObj(pid -> new ServerReading.Worker(pid, "gunicorn"))
                        .toList());
        return this;
    }

    public ServerReadings resident(long rssBytes, long pssBytes) {
        rss = figure(rssBytes);
        pss = figure(pssBytes);
        return this;
    }

    public ServerReadings heapResident(long bytes) {
        heapResident = figure(bytes);
        return this;
    }

    public ServerReadings majorFaults(long count) {
        majorFaults = figure(count);
        return this;
    }

    public ServerReadings heap(long usedBytes, Limit maxBytes) {
        heapUsed = figure(usedBytes);
        heapMax = maxBytes;
        return this;
    }

    public ServerReadings directMax(Limit bytes) {
        directMax = bytes;
        return this;
    }

    public ServerReadings direct(long bytes) {
        direct = figure(bytes);
        return this;
    }

    public ServerReadings cpu(long cpuNanos, long gcNanos, long gcCount) {
        cpu = new ServerReading.ProcessCpu(
                figure(cpuNanos),
                figure(gcNanos),
                figure(gcCount),
                cpu.quota(),
                cpu.busiestThread(),
                cpu.memoryStops());
        return this;
    }

    public ServerReadings quota(Limit millicores, long periods, long throttledPeriods, long throttledNanos) {
        cpu = new ServerReading.ProcessCpu(
                cpu.cpuNanos(),
                cpu.gcNanos(),
                cpu.gcCount(),
                new CpuQuota(millicores, figure(periods), figure(throttledPeriods), figure(throttledNanos)),
                cpu.busiestThread(),
                cpu.memoryStops());
        return this;
    }

    public ServerReadings memoryStops(long count) {
        cpu = new ServerReading.ProcessCpu(
                cpu.cpuNanos(), cpu.gcNanos(), cpu.gcCount(), cpu.quota(), cpu.busiestThread(), figure(count));
        return this;
    }

    public ServerReadings busiestThread(long id, String name, long cpuNanos, long spanNanos) {
        cpu = new ServerReading.ProcessCpu(
                cpu.cpuNanos(),
                cpu.gcNanos(),
                cpu.gcCount(),
                cpu.quota(),
                new BusiestThread(figure(id), name, figure(cpuNanos), figure(spanNanos)),
                cpu.memoryStops());
        return this;
    }

    public ServerReadings listenQueue(long waiting, Limit backlog) {
        listenQueue = new ServerReading.ListenQueue(figure(waiting), backlog);
        return this;
    }

    public ServerReading build() {
        ServerReading.ProcessMemory memory = new ServerReading.ProcessMemory(
                rss, pss, heapUsed, heapMax, direct, directMax, heapResident, majorFaults);
        return new ServerReading(pool, recursion, descriptors, processes, memory, cpu, listenQueue, proxy);
    }

    private static Observation figure(long value) {
        return Observation.ofNegativeNotSeen(value);
    }
}
