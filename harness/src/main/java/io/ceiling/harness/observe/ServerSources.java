package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.observe.jmx.JmxReading;
import io.ceiling.harness.observe.jmx.PerfCounters;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.CpuQuota;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a reading that need no cooperation of the server, which are /proc, its control group, the gauges of
 * its web application and the performance counters of its JVM; they have priority over the readings of JMX.
 * Thread-safe.
 */
final class ServerSources {

    // A control group without a limit has no counters to follow, and rarely gets a limit later.
    private static final long UNBOUNDED_PAUSE_NANOS = 1_000_000_000;

    private final ServerProcesses processes;
    private final CgroupReader cgroup;
    private final @Nullable GaugesFile gauges;
    private final Optional<PerfCounters> perf;

    private volatile @Nullable GroupCounters groups;

    private volatile Limit heapMaxBytes = Limit.NOT_SEEN;
    private volatile Limit directMaxBytes = Limit.NOT_SEEN;

    // The counters of a control group at one moment.
    private record GroupCounters(CpuQuota quota, Seen memoryStops, long readAtNanos) {

        private boolean isBounded() {
            return quota.millicores().isNumber() || memoryStops.isSeen();
        }
    }

    ServerSources(ServerProcesses processes, @Nullable GaugesFile gauges, Optional<PerfCounters> perf) {
        this.processes = processes;
        this.cgroup = new CgroupReader(processes.parent());
        this.gauges = gauges;
        this.perf = perf;
    }

    /**
     * Returns a reading with what the JVM tells of itself, and with figures that are too expensive to read each time.
     *
     * @param told what the JVM tells; {@link JmxReading#UNSEEN} if it tells nothing
     * @param queue queue of its port
     */
    ServerReading reading(JmxReading told, Seen pssBytes, Seen residentHeapBytes, ServerReading.ListenQueue queue) {
        GroupCounters group = groups();
        ServerProcesses.Running running = processes.running();
        ProcessReader.Status status = running.status();
        ServerReading.ProcessDescriptors descriptors = processes.descriptors();
        Seen cpuNanos = Seen.ofNegativeNot(processes.cpuNanos());
        Seen deepest = gauges == null ? Seen.NOT : Seen.ofNegativeNot(gauges.deepestLevel());
        Seen levels = gauges == null ? Seen.NOT : Seen.ofNegativeNot(gauges.recursionLevelsNow());
        Seen heapUsed = seen(told.memory().heapUsedBytes(), counted(PerfCounters::heapUsedAfterGcBytes));
        return new ServerReading(
                told.pool(),
                new ServerReading.Recursion(deepest, levels),
                new ServerReading.ProcessDescriptors(
                        seen(descriptors.openDescriptors(), told.descriptors().openDescriptors()),
                        descriptors.maxDescriptors().isSeen()
                                ? descriptors.maxDescriptors()
                                : told.descriptors().maxDescriptors(),
                        descriptors.holder()),
                new ServerReading.Processes(
                        seen(Seen.ofNegativeNot(status.threads()), told.threads()), running.workers()),
                new ServerReading.ProcessMemory(
                        Seen.ofNegativeNot(status.rssBytes()),
                        pssBytes,
                        heapUsed,
                        heapMax(told),
                        told.memory().directBytes(),
                        directMax(told),
                        ResidentHeap.plausible(residentHeapBytes, heapUsed),
                        processes.majorFaults()),
                new ServerReading.ProcessCpu(
                        seen(cpuNanos, told.cpuNanos()),
                        seen(counted(PerfCounters::gcNanos), told.gcNanos()),
                        seen(counted(PerfCounters::gcCount), told.gcCount()),
                        group.quota(),
                        processes.busiestThread(status.threads()),
                        group.memoryStops()),
                queue,
                ProxyReading.NOT_SEEN);
    }

    /** Returns the processors that the quota of the server's control groups grants; infinite without a quota. */
    double grantedProcessors() {
        Limit millicores = groups().quota().millicores();
        return millicores.isNumber() ? millicores.orElse(0) / 1000.0 : Double.POSITIVE_INFINITY;
    }

    private GroupCounters groups() {
        GroupCounters last = groups;
        long now = System.nanoTime();
        if (last != null && !last.isBounded() && now - last.readAtNanos() < UNBOUNDED_PAUSE_NANOS) {
            return last;
        }
        GroupCounters read = new GroupCounters(cgroup.cpuQuota(), cgroup.memoryStops(), now);
        groups = read;
        return read;
    }

    // Returns the last known heap limit; it does not change while a JVM runs.
    private Limit heapMax(JmxReading told) {
        if (told.memory().heapMaxBytes().isSeen()) {
            heapMaxBytes = told.memory().heapMaxBytes();
        }
        return heapMaxBytes;
    }

    private Limit directMax(JmxReading told) {
        if (told.memory().directMaxBytes().isSeen()) {
            directMaxBytes = told.memory().directMaxBytes();
        }
        return directMaxBytes;
    }

    /** Returns a performance counter of the JVM; not seen if there is no JVM. */
    Seen counted(ToLongFunction<PerfCounters> counter) {
        return perf.map(counters -> Seen.ofNegativeNot(counter.applyAsLong(counters)))
                .orElse(Seen.NOT);
    }

    private static Seen seen(Seen better, Seen other) {
        return better.isSeen() ? better : other;
    }
}
