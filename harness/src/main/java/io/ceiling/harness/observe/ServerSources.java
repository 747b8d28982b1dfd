package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.observe.jmx.JmxReading;
import io.ceiling.harness.observe.jmx.PerfCounters;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.CpuQuota;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading;
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
    private record GroupCounters(CpuQuota quota, Observation memoryStops, long readAtNanos) {

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
     * @param jmxReading what the JVM tells; {@link JmxReading#UNSEEN} if it tells nothing
     * @param queue queue of its port
     */
    ServerReading reading(
            JmxReading jmxReading,
            Observation pssBytes,
            Observation residentHeapBytes,
            ServerReading.ListenQueue queue) {
        GroupCounters group = groups();
        ServerProcesses.Running running = processes.running();
        ProcessReader.Status status = running.status();
        ServerReading.ProcessDescriptors descriptors = processes.descriptors();
        Observation cpuNanos = Observation.ofNegativeNotSeen(processes.cpuNanos());
        Observation deepest =
                gauges == null ? Observation.NOT_SEEN : Observation.ofNegativeNotSeen(gauges.deepestLevel());
        Observation levels =
                gauges == null ? Observation.NOT_SEEN : Observation.ofNegativeNotSeen(gauges.recursionLevelsNow());
        Observation heapUsed = seen(jmxReading.memory().heapUsedBytes(), counted(PerfCounters::heapUsedAfterGcBytes));
        return new ServerReading(
                jmxReading.pool(),
                new ServerReading.Recursion(deepest, levels),
                new ServerReading.ProcessDescriptors(
                        seen(
                                descriptors.openDescriptors(),
                                jmxReading.descriptors().openDescriptors()),
                        descriptors.maxDescriptors().isSeen()
                                ? descriptors.maxDescriptors()
                                : jmxReading.descriptors().maxDescriptors(),
                        descriptors.holder()),
                new ServerReading.Processes(
                        seen(Observation.ofNegativeNotSeen(status.threads()), jmxReading.threads()), running.workers()),
                new ServerReading.ProcessMemory(
                        Observation.ofNegativeNotSeen(status.rssBytes()),
                        pssBytes,
                        heapUsed,
                        heapMax(jmxReading),
                        jmxReading.memory().directBytes(),
                        directMax(jmxReading),
                        ResidentHeap.plausible(residentHeapBytes, heapUsed),
                        processes.majorFaults()),
                new ServerReading.ProcessCpu(
                        seen(cpuNanos, jmxReading.cpuNanos()),
                        seen(counted(PerfCounters::gcNanos), jmxReading.gcNanos()),
                        seen(counted(PerfCounters::gcCount), jmxReading.gcCount()),
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
    Observation counted(ToLongFunction<PerfCounters> counter) {
        return perf.map(counters -> Observation.ofNegativeNotSeen(counter.applyAsLong(counters)))
                .orElse(Observation.NOT_SEEN);
    }

    private static Observation seen(Observation better, Observation other) {
        return better.isSeen() ? better : other;
    }
}
