package io.ceiling.harness.observe;

import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.KernelUnits;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.KernelMemory;
import io.ceiling.harness.reading.Observation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Reads this host's memory and the kernel's network counters from /proc.
 *
 * <p>Thread-safe; a reading takes some milliseconds. On systems other than Linux nothing is seen.
 */
public final class HostProbe {

    private static final long NANOS_PER_MICRO = 1_000;
    private static final String CONNTRACK = "stat/nf_conntrack";

    private final Path proc;
    private final KernelUnits units;
    private final CgroupReader cgroup;
    private final LongSupplier ownCpuNanos;
    private final long own = ProcessHandle.current().pid();

    public HostProbe() {
        this(Path.of("/proc"), new CgroupReader(ProcessHandle.current().pid()), HostProbe::ownCpu);
    }

    HostProbe(Path proc, CgroupReader cgroup, LongSupplier ownCpuNanos) {
        this.proc = proc;
        this.ownCpuNanos = ownCpuNanos;
        this.units = KernelUnits.read(proc);
        this.cgroup = cgroup;
    }

    private static long ownCpu() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
    }

    public HostReading reading() {
        return reading(ProcFiles.lines(proc.resolve("slabinfo")), own);
    }

    /**
     * Returns the reading for a server without slab caches, for which the kernel walks through all caches; the
     * reading of this host if the server is not known.
     */
    public HostReading readingWithoutSlabs(OptionalLong pid) {
        HostReading here = reading(List.of(), pid.orElse(own));
        return pid.isPresent() ? ofItsNetwork(here, pid.getAsLong()) : here;
    }

    private HostReading reading(List<String> slabinfo, long server) {
        List<String> memory = ProcFiles.lines(proc.resolve("meminfo"));
        List<String> sockets = ProcFiles.lines(proc.resolve("net/sockstat"));
        List<String> network = ProcFiles.lines(proc.resolve("net/netstat"));
        Path net = proc.resolve("net");
        long socketPages = ProcFiles.numberAfter(sockets, "TCP:", "mem");
        Path conntrack = proc.resolve("sys/net/netfilter");
        return new HostReading(
                "",
                new HostReading.HostMemory(
                        Observation.ofNegativeNotSeen(ProcFiles.value(memory, "MemTotal")),
                        available(memory),
                        Observation.ofNegativeNotSeen(ProcFiles.value(memory, "Slab")),
                        socketPages < 0 ? Observation.NOT_SEEN : Observation.of(socketPages * units.pageBytes())),
                new HostReading.Tcp(
                        tcpSockets(sockets),
                        Observation.ofNegativeNotSeen(ProcFiles.numberAfter(sockets, "TCP:", "tw"))),
                listenQueues(net, network),
                new HostReading.Conntrack(
                        Observation.ofNegativeNotSeen(ProcFiles.number(conntrack.resolve("nf_conntrack_count"))),
                        ProcFiles.limit(ProcFiles.firstLine(conntrack.resolve("nf_conntrack_max"))),
                        sum(net, CONNTRACK, "drop")),
                cpu(isOfLowerPriority(server) || isOfLowerPriority(own)),
                new HostReading.Pressure(cpuPressure(), load()),
                new KernelMemory(
                        SlabInfo.parse(slabinfo, units.pageBytes()),
                        Observation.ofNegativeNotSeen(ProcFiles.value(memory, "KernelStack")),
                        Observation.ofNegativeNotSeen(ProcFiles.value(memory, "PageTables")),
                        Observation.ofNegativeNotSeen(ProcFiles.value(memory, "Percpu"))));
    }

    /**
     * Returns the reading for a server: its counters of connects, of connection tracking and of pressure on TCP memory are
     * those of its own network namespace, as far as this process may read them.
     */
    public HostReading readingFor(long pid) {
        return ofItsNetwork(reading(ProcFiles.lines(proc.resolve("slabinfo")), pid), pid);
    }

    private HostReading ofItsNetwork(HostReading here, long pid) {
        if (ProcFiles.sharesNamespace(proc, pid, "net", true)) {
            return here;
        }
        Path net = proc.resolve(Long.toString(pid)).resolve("net");
        List<String> network = ProcFiles.lines(net.resolve("netstat"));
        return here.with(
                listenQueues(net, network),
                new HostReading.Conntrack(
                        first(net, CONNTRACK, "entries"),
                        here.conntrack().conntrackMax(),
                        sum(net, CONNTRACK, "drop")));
    }

    private static HostReading.ListenQueues listenQueues(Path net, List<String> netstat) {
        return new HostReading.ListenQueues(
                counter(netstat, "ListenOverflows"),
                counter(netstat, "ListenDrops"),
                counter(netstat, "TCPMemoryPressures"),
                counter(netstat, "TCPSynRetrans"),
                counter(netstat, "EmbryonicRsts"),
                sum(net, "stat/arp_cache", "table_fulls"));
    }

    /** Returns the slab caches of what connections and threads consist of; not seen without the right to read them. */
    public SlabCaches slabCaches() {
        return SlabInfo.caches(ProcFiles.lines(proc.resolve("slabinfo")), units.pageBytes());
    }

    private static Observation counter(List<String> network, String name) {
        return Observation.ofNegativeNotSeen(ProcFiles.numberBelow(network, "TcpExt:", name));
    }

    // Returns the times from the first line of /proc/stat: user nice system idle iowait irq softirq steal, in ticks;
    // guests are included in the first two. The time of processes leaves out processes of lower priority, which give
    // way; interrupts, most of which are caused by this run's own connections and charged to no process; and this
    // process. The busy time leaves out only processes of lower priority: it shows how many processors are
    // taken. If the server or this process has lower priority itself, processes of lower priority count as well,
    // because they do not give way to it.
    private HostReading.HostCpu cpu(boolean withLower) {
        String[] ticks = ProcFiles.words(ProcFiles.firstLine(proc.resolve("stat")));
        if (ticks.length < 9 || !ticks[0].equals("cpu")) {
            return HostReading.HostCpu.NOT_SEEN;
        }
        long[] nanos = new long[9];
        for (int i = 1; i < nanos.length; i++) {
            nanos[i] = Math.max(0, ProcFiles.number(ticks[i])) * units.tickNanos();
        }
        long idler = withLower ? 0 : nanos[2];
        long processes = nanos[1] + nanos[2] - idler + nanos[3] + nanos[8];
        long busy = processes + nanos[6] + nanos[7];
        return new HostReading.HostCpu(
                Observation.of(Math.max(0, processes - ownCpuNanos.getAsLong())),
                Observation.of(busy),
                Observation.of(nanos[6]),
                Observation.of(nanos[7]),
                Observation.of(nanos[8]),
                Observation.of(nanos[4]),
                Observation.of(nanos[5]),
                Observation.of(busy + idler + nanos[4] + nanos[5]));
    }

    private boolean isOfLowerPriority(long pid) {
        return new ProcessReader(proc, pid).isOfLowerPriority();
    }

    private Observation cpuPressure() {
        for (String line : ProcFiles.lines(proc.resolve("pressure/cpu"))) {
            int total = line.indexOf("total=");
            if (line.startsWith("some") && total >= 0) {
                long micros = ProcFiles.number(line.substring(total + "total=".length()));
                return micros < 0 ? Observation.NOT_SEEN : Observation.of(micros * NANOS_PER_MICRO);
            }
        }
        return Observation.NOT_SEEN;
    }

    /** Returns the number of threads that run or want to run now, without the calling one. */
    public Observation runnable() {
        String[] words = ProcFiles.words(ProcFiles.firstLine(proc.resolve("loadavg")));
        int slash = words.length > 3 ? words[3].indexOf('/') : -1;
        long running = slash < 0 ? ProcFiles.UNSEEN : ProcFiles.number(words[3].substring(0, slash));
        return running < 0 ? Observation.NOT_SEEN : Observation.of(Math.max(0, running - 1));
    }

    private OptionalDouble load() {
        String[] words = ProcFiles.words(ProcFiles.firstLine(proc.resolve("loadavg")));
        return words.length > 0 && words[0].matches("\\d+\\.\\d\\d")
                ? OptionalDouble.of(Double.parseDouble(words[0]))
                : OptionalDouble.empty();
    }

    /** Returns the available memory of {@link #reading} alone, for callers that read it often. */
    public Observation memoryAvailableBytes() {
        return available(ProcFiles.lines(proc.resolve("meminfo")));
    }

    // Returns the available memory; the limit of a container may leave less than the host has.
    private Observation available(List<String> memory) {
        long free = ProcFiles.value(memory, "MemFree");
        long cached = ProcFiles.value(memory, "Cached");
        OptionalLong bounds = cgroup.memoryHeadroomBytes();
        if (free < 0 || cached < 0) {
            return bounds.isPresent() ? Observation.of(bounds.getAsLong()) : Observation.NOT_SEEN;
        }
        // Files of a tmpfs count as cached, but their memory cannot be reclaimed.
        long ofHost = free + Math.max(0, cached - Math.max(0, ProcFiles.value(memory, "Shmem")));
        return Observation.of(Math.min(ofHost, bounds.orElse(ofHost)));
    }

    private Observation tcpSockets(List<String> sockets) {
        long four = ProcFiles.numberAfter(sockets, "TCP:", "inuse");
        long six = ProcFiles.numberAfter(ProcFiles.lines(proc.resolve("net/sockstat6")), "TCP6:", "inuse");
        return Observation.ofNegativeNotSeen(four < 0 ? six : four + Math.max(0, six));
    }

    private static Observation sum(Path net, String table, String heading) {
        List<Observation> column = column(net, table, heading);
        return column.stream().reduce(Observation::plus).orElse(Observation.NOT_SEEN);
    }

    private static Observation first(Path net, String table, String heading) {
        return column(net, table, heading).stream().findFirst().orElse(Observation.NOT_SEEN);
    }

    private static List<Observation> column(Path net, String table, String heading) {
        List<String> lines = ProcFiles.lines(net.resolve(table));
        if (lines.isEmpty()) {
            return List.of();
        }
        int column = List.of(ProcFiles.words(lines.get(0))).indexOf(heading);
        return lines.subList(1, lines.size()).stream()
                .map(ProcFiles::words)
                .map(values ->
                        column < 0 || column >= values.length ? Observation.NOT_SEEN : hexadecimal(values[column]))
                .toList();
    }

    private static Observation hexadecimal(String word) {
        try {
            return Observation.of(Long.parseLong(word, 16));
        } catch (NumberFormatException e) {
            return Observation.NOT_SEEN;
        }
    }

    /** Describes the values that cannot be seen on this host, for the user; empty if all can. */
    public List<String> blindSpots() {
        HostReading now = reading();
        List<String> blind = new ArrayList<>();
        if (!now.memoryAvailableBytes().isSeen()) {
            blind.add("memory of the host: the safety floor cannot be kept");
        }
        if (!now.listenOverflows().isSeen()) {
            blind.add("listen queue overflows: accept-queue cannot be named");
        }
        if (!now.socketMemoryBytes().isSeen() || !now.slabBytes().isSeen()) {
            blind.add("kernel memory of connections: its cost is missing");
        }
        if (!now.tcpMemoryPressures().isSeen()) {
            blind.add("TCP memory pressure: kernel-tcp-memory cannot be named");
        }
        return List.copyOf(blind);
    }
}
