package io.ceiling.harness.observe;

import io.ceiling.harness.observe.jmx.ContainerBeans;
import io.ceiling.harness.observe.jmx.DumpFolder;
import io.ceiling.harness.observe.jmx.JmxProbe;
import io.ceiling.harness.observe.jmx.JmxReading;
import io.ceiling.harness.observe.jmx.JvmFlags;
import io.ceiling.harness.observe.jmx.PerfCounters;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.JvmReadback;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.result.law.Outbound;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads one server process: first the sources that need no cooperation of the server, which are /proc, the gauges of
 * its web application and the JVM's performance counters, then JMX.
 *
 * <p>Thread-safe. A reading takes milliseconds, and 0.8 s once when the server begins to hang; from then on the values
 * of JMX are not seen until it answers again.
 */
public final class ServerProbe implements AutoCloseable {

    // Time limit of a full collection, which suffices for a heap of some gigabytes.
    private static final Duration PATIENCE_TO_COLLECT = Duration.ofSeconds(15);

    private static final long RSS_POLL_NANOS = 10_000_000;
    private static final int MAX_RSS_POLLS = 40;
    private static final int STEADY_RSS_POLLS = 4;
    private static final long STEADY_RSS_BYTES = 64 << 10;

    private final ServerProcesses processes;
    // The parent of all.
    private final ProcessReader process;

    private final ServerSources sources;
    private final @Nullable JmxProbe jmx;
    private final String whyNoJmx;
    private final ListenQueueProbe listenQueue;
    private final ResidentHeap residentHeap;
    // Counts the connections of a server that does not report them; null for every other server.
    private final @Nullable ListeningSockets sockets;
    // Packages of the application; null before its threads were asked for.
    private volatile @Nullable Set<String> packages;

    private ServerProbe(
            ServerProcesses processes,
            @Nullable GaugesFile gauges,
            Optional<PerfCounters> perf,
            @Nullable JmxProbe jmx,
            String whyNoJmx,
            ListenQueueProbe listenQueue,
            @Nullable ListeningSockets sockets) {
        this.sockets = sockets;
        this.processes = processes;
        this.process = processes.parent();
        this.sources = new ServerSources(processes, gauges, perf);
        this.jmx = jmx;
        this.whyNoJmx = whyNoJmx;
        this.listenQueue = listenQueue;
        this.residentHeap = new ResidentHeap(process, jmx);
    }

    /**
     * Opens a probe of a forked server JVM. If the JVM cannot be attached to, the probe works without JMX, and
     * {@link #blindSpots} gives the reason.
     *
     * @param gauges counters of the web application; null for a server without it
     * @param listenQueue queue of its port
     */
    public static ServerProbe open(long pid, @Nullable GaugesFile gauges, ListenQueueProbe listenQueue) {
        return open(Path.of("/proc"), pid, gauges, listenQueue);
    }

    /**
     * Opens a probe of an application that the harness has started, whose container has its own MBeans. If the JVM
     * cannot be attached to, the probe works without JMX, and {@link #blindSpots} gives the reason.
     *
     * @param port port of the application, whose connector is read
     * @param listenQueue queue of that port
     */
    public static ServerProbe ofApplication(long pid, int port, ListenQueueProbe listenQueue) {
        try {
            return of(List.of(pid), null, JmxProbe.open(pid, port), "", listenQueue);
        } catch (IOException e) {
            return of(List.of(pid), null, null, String.valueOf(e.getMessage()), listenQueue);
        }
    }

    /**
     * Opens a probe of a server that the harness has started and that is no JVM: attaching to it would end it. Its
     * connections are those that the kernel counts, and the processes that it has started belong to it.
     *
     * @param address address that it listens on
     */
    public static ServerProbe ofProgram(long pid, InetAddress address, int port) {
        ListeningSockets sockets = new ListeningSockets(Path.of("/proc"), address, port);
        return new ServerProbe(
                ServerProcesses.withWorkers(pid),
                null,
                Optional.empty(),
                null,
                "no JVM",
                ListenQueueProbe.ofPort(port),
                sockets);
    }

    /** Returns the software that the JVM reports; empty texts for unknown parts. */
    public Target.Software software() {
        Optional<ContainerBeans> beans = jmx == null ? Optional.empty() : jmx.container();
        return new Target.Software(
                beans.map(ContainerBeans::container).orElse(""),
                beans.map(ContainerBeans::version).orElse(""),
                beans.map(ContainerBeans::connector).orElse(""),
                jmx == null ? "" : jmx.jdk(),
                processes.parent().name());
    }

    public static ServerProbe open(long pid, @Nullable GaugesFile gauges) {
        return open(pid, gauges, ListenQueueProbe.ofNone());
    }

    /**
     * Creates a probe of an external server.
     *
     * @param processes its processes, the one with its settings first; empty if they cannot be seen
     * @param gauges counters of the web application; null if they cannot be seen
     * @param jmx probe of its JVM; null if there is no JMX
     * @param whyNoJmx reason why there is no JMX; empty if there is
     * @param listenQueue queue of its port
     */
    static ServerProbe of(
            List<Long> processes,
            @Nullable GaugesFile gauges,
            @Nullable JmxProbe jmx,
            String whyNoJmx,
            ListenQueueProbe listenQueue) {
        return new ServerProbe(
                processes.isEmpty()
                        ? ServerProcesses.of(new ProcessReader(ProcFiles.UNSEEN))
                        : ServerProcesses.withWorkers(processes),
                gauges,
                processes.isEmpty() ? Optional.empty() : PerfCounters.of(processes.get(0)),
                jmx,
                whyNoJmx,
                listenQueue,
                null);
    }

    public static ServerProbe open(Path proc, long pid, @Nullable GaugesFile gauges, ListenQueueProbe listenQueue) {
        ServerProcesses process = ServerProcesses.of(new ProcessReader(proc, pid));
        try {
            // JMX first: a JVM that answers has created all its counters.
            JmxProbe jmx = JmxProbe.open(pid);
            return new ServerProbe(process, gauges, PerfCounters.of(pid), jmx, "", listenQueue, null);
        } catch (IOException e) {
            return new ServerProbe(
                    process, gauges, PerfCounters.of(pid), null, String.valueOf(e.getMessage()), listenQueue, null);
        }
    }

    /**
     * Returns the current reading, with garbage in the heap, and without the proportional set and the resident heap,
     * which are too expensive to poll.
     */
    public ServerReading reading() {
        return reading(Observation.NOT_SEEN, Observation.NOT_SEEN);
    }

    /** Reads costly figures more rarely from now on, because the server has production load. */
    public void readLessOften() {
        processes.readLessOften();
    }

    /** Returns the current reading with a queue of its port that was read already, which saves a walk through the kernel's table. */
    public ServerReading reading(ServerReading.ListenQueue queue) {
        return sources.reading(jmxReading(), Observation.NOT_SEEN, Observation.NOT_SEEN, queue);
    }

    /**
     * Returns the current reading of everything that needs no cooperation of the server: without its connections, pool
     * and direct memory, and with the heap after its last collection. Takes a fraction of a millisecond.
     */
    public ServerReading readFromOutside() {
        return sources.reading(JmxReading.UNSEEN, Observation.NOT_SEEN, Observation.NOT_SEEN, listenQueue.reading());
    }

    /**
     * The result of {@link #readingAfterGc}.
     *
     * @param afterGc true if the JVM counted a full collection, which ended in time
     * @param reading reading of the server
     */
    public record Collected(boolean afterGc, ServerReading reading) {}

    /**
     * Runs a full collection and reads the server with its proportional set and its resident heap. Blocks for the
     * collection, at most 15 s. The resident heap is read only after a collection: before, all of it may be garbage.
     *
     * @param steady true to wait until the resident set no longer changes, at most 0.4 s
     */
    public Collected readingAfterGc(boolean steady) {
        residentHeap.locate();
        boolean collected = jmx != null && jmx.fullGc(PATIENCE_TO_COLLECT);
        // A server without JMX frees memory by itself when it is idle.
        if (steady && (collected || sockets != null)) {
            awaitSteadyRss();
        }
        Observation pssBytes = Observation.ofNegativeNotSeen(processes.pssBytes());
        return new Collected(collected, reading(pssBytes, collected ? residentHeap.bytes() : Observation.NOT_SEEN));
    }

    // Waits until the resident set no longer changes, at most 0.4 s: G1 returns memory in the background after a
    // collection.
    private void awaitSteadyRss() {
        long last = processes.status().rssBytes();
        int same = 0;
        for (int i = 0; i < MAX_RSS_POLLS && same < STEADY_RSS_POLLS; i++) {
            LockSupport.parkNanos(RSS_POLL_NANOS);
            long now = processes.status().rssBytes();
            same = Math.abs(now - last) <= STEADY_RSS_BYTES ? same + 1 : 0;
            last = now;
        }
    }

    private ServerReading reading(Observation pssBytes, Observation residentHeapBytes) {
        return sources.reading(jmxReading(), pssBytes, residentHeapBytes, listenQueue.reading());
    }

    private JmxReading jmxReading() {
        return jmx == null ? JmxReading.UNSEEN : jmx.reading();
    }

    /**
     * Returns the elapsed time that all compiler threads of the JVM together have spent since its start, in ns.
     * Needs no cooperation of the server.
     */
    public Observation compilationNanos() {
        return sources.counted(PerfCounters::compilationNanos);
    }

    /**
     * Returns the processor time of the server since its start, in ns. Needs no cooperation of the server.
     */
    public Observation cpuNanos() {
        return Observation.ofNegativeNotSeen(processes.cpuNanos());
    }

    /**
     * Returns the threads of the server's JVM; empty if they cannot be seen. Blocks for some tenths of a second, at most
     * five seconds; readings are not seen meanwhile.
     *
     * @param virtualThreads false to leave virtual threads out, because there may be too many
     */
    public Optional<ThreadDump> dumpThreads(boolean virtualThreads) {
        JmxProbe open = jmx;
        if (open == null || open.isHung()) {
            return Optional.empty();
        }
        try (DumpFolder folder = DumpFolder.of(process.pid(), virtualThreads)) {
            return open.dumpThreads(folder.room()).map(dump -> dump.withPackages(applicationPackages()));
        }
    }

    private Set<String> applicationPackages() {
        Set<String> known = packages;
        if (known == null) {
            known = ApplicationPackages.of(Path.of("/proc"), process.pid());
            packages = known;
        }
        return known;
    }

    /** Returns true if the JVM prints all of its threads, however many, since it cannot be asked for some of them. */
    public boolean printsThreads() {
        JmxProbe open = jmx;
        return open != null && open.whyNoBeans().isPresent();
    }

    /** Returns where the threads of all processes of the server sleep, as the kernel says. */
    public ThreadsByPlace threadsByPlace() {
        return process.pid() > 0 ? ProcessTasks.of(processes.pids()) : ThreadsByPlace.notSeen("no process can be seen");
    }

    /** Returns the open connections of all processes of the server to others. Blocks while the kernel writes its tables. */
    public Outbound outbound() {
        return process.pid() > 0 ? OutboundProbe.reading(processes.pids()) : Outbound.NOT_SEEN;
    }

    /**
     * Returns the ways to this server.
     *
     * @param refusal option by which its JVM refuses full collections, and is not asked; empty if it does not
     */
    public JvmAccess access(Optional<String> refusal) {
        return refusal.map("its JVM runs with %s, which is heeded"::formatted)
                .map(why -> new JvmAccess(process, Optional.empty(), why))
                .orElseGet(() -> new JvmAccess(process, Optional.ofNullable(jmx), whyNoJmx));
    }

    /** Returns the occupants of this server, which listens on that port of this host. */
    public Occupants occupants(int port) {
        return occupants(new ListeningSockets(Path.of("/proc"), InetAddress.getLoopbackAddress(), port));
    }

    Occupants occupants(ListeningSockets listening) {
        return new OccupantsProbe(Path.of("/proc")).reading(processes.pids(), listening);
    }

    /** Returns the number of its processes that run, at least one. */
    public int processCount() {
        return processes.count();
    }

    /** Returns the connections that the container reports; not seen if it reports none. */
    public Observation connections() {
        if (sockets != null) {
            return Observation.of(sockets.connections());
        }
        return jmx == null ? Observation.NOT_SEEN : jmx.reading().pool().connections();
    }

    /** Returns true if it has at least that many connections, without counting all. */
    public boolean hasConnections(long least) {
        return sockets == null ? connections().isAtLeast(least) : sockets.hasConnections(least);
    }

    /** Returns the processors that the server may use, a part of one if its quota grants no more; -1 if not seen. */
    public double processors() {
        int told = jmx == null ? -1 : jmx.processors();
        return Math.min(told > 0 ? told : process.allowedProcessors(), sources.grantedProcessors());
    }

    /**
     * Returns the number of processors that the server and this host's load agents have together: more than these if the server
     * may use others, as when this process is bound to some of them.
     *
     * @param ours processors that this process may use
     */
    public int processorsWithOurs(int ours) {
        ProcessReader self = new ProcessReader(ProcessHandle.current().pid());
        int both = self.allowedProcessorsWith(process);
        return both > self.allowedProcessors() || processors() > ours ? Math.max(both, ours) : ours;
    }

    /** Returns the settings that the JVM reports; not seen without one that answers. */
    public JvmReadback jvm() {
        return jmx == null ? JvmReadback.NOT_SEEN : JvmFlags.read(jmx);
    }

    /** Returns the option by which the JVM refuses full collections that are asked for; empty if it tells of none. */
    public Optional<String> refusalOfCollections() {
        JmxProbe link = jmx;
        return Stream.of("DisableExplicitGC", "ExplicitGCInvokesConcurrent")
                .filter(flag -> link != null && link.flag(flag).equals("true"))
                .map(flag -> "-XX:+" + flag)
                .findFirst();
    }

    /** Returns true while the server has not answered the last JMX request. */
    public boolean isHung() {
        return jmx != null && jmx.isHung();
    }

    /** Describes the values that cannot be seen of this server, for the user; empty if all can. */
    public List<String> blindSpots() {
        List<String> blind = new ArrayList<>();
        if (processes.status().rssBytes() < 0) {
            blind.add("resident memory of the server: this system has no /proc");
        }
        if (jmx == null) {
            blind.add("heap, direct memory and thread pool of the server: " + whyNoJmx);
        } else if (jmx.whyNoBeans().isPresent()) {
            blind.add("direct memory and thread pool of the server: "
                    + jmx.whyNoBeans().get());
        }
        return List.copyOf(blind);
    }

    @Override
    public void close() {
        if (jmx != null) {
            jmx.close();
        }
    }
}
