package io.ceiling.harness.probe;

import io.ceiling.harness.model.ServerReading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads one server process: first what needs no help of the server, which is /proc, the gauges of its web application and the
 * JVM's performance counters, then JMX.
 *
 * <p>Thread-safe. A reading takes milliseconds, and 0.8 s once when the server begins to hang; from then on what JMX would tell
 * is -1 until it answers again.
 */
public final class ServerProbe implements AutoCloseable {

    /** A full collection of a heap of some gigabytes. */
    private static final Duration PATIENCE_TO_COLLECT = Duration.ofSeconds(15);

    private static final long RSS_POLL_NANOS = 10_000_000;
    private static final int MOST_RSS_POLLS = 40;
    private static final int STEADY_RSS_POLLS = 4;
    private static final long STEADY_RSS_BYTES = 64 << 10;

    private final ProcessReader process;
    private final @Nullable GaugesFile gauges;
    private final Optional<PerfCounters> perf;
    private final @Nullable JmxProbe jmx;
    private final String whyNoJmx;
    private volatile long heapMaxBytes = ProcFiles.UNSEEN;

    private ServerProbe(
            ProcessReader process,
            @Nullable GaugesFile gauges,
            Optional<PerfCounters> perf,
            @Nullable JmxProbe jmx,
            String whyNoJmx) {
        this.process = process;
        this.gauges = gauges;
        this.perf = perf;
        this.jmx = jmx;
        this.whyNoJmx = whyNoJmx;
    }

    /**
     * A probe of that server JVM; without JMX, which {@link #blindSpots} then tells, if it cannot be attached to.
     *
     * @param gauges null for a server without the web application
     */
    public static ServerProbe open(long pid, @Nullable GaugesFile gauges) {
        return open(Path.of("/proc"), pid, gauges);
    }

    /**
     * A probe of a server that was there already.
     *
     * @param pid empty if its process cannot be seen
     * @param whyNoJmx why there is no JMX; empty if there is
     */
    static ServerProbe of(OptionalLong pid, @Nullable GaugesFile gauges, @Nullable JmxProbe jmx, String whyNoJmx) {
        return new ServerProbe(
                new ProcessReader(pid.orElse(ProcFiles.UNSEEN)),
                gauges,
                pid.isPresent() ? PerfCounters.of(pid.getAsLong()) : Optional.empty(),
                jmx,
                whyNoJmx);
    }

    static ServerProbe open(Path proc, long pid, @Nullable GaugesFile gauges) {
        ProcessReader process = new ProcessReader(proc, pid);
        try {
            // JMX first: a JVM that answers has made all its counters.
            JmxProbe jmx = JmxProbe.open(pid);
            return new ServerProbe(process, gauges, PerfCounters.of(pid), jmx, "");
        } catch (IOException e) {
            return new ServerProbe(process, gauges, PerfCounters.of(pid), null, String.valueOf(e.getMessage()));
        }
    }

    /** The server now, garbage and all; without the proportional set, which costs too much to be polled. */
    public ServerReading reading() {
        return reading(-1);
    }

    /** What {@link #readingAfterGc} found. */
    public record Collected(boolean afterGc, ServerReading reading) {}

    /**
     * The server after a full collection, with its proportional set; blocks for the collection, 15 s at most.
     *
     * @param steady whether to wait, 0.4 s at most, until the resident set stands still
     */
    public Collected readingAfterGc(boolean steady) {
        boolean collected = jmx != null && jmx.fullGc(PATIENCE_TO_COLLECT);
        if (collected && steady) {
            awaitSteadyRss();
        }
        return new Collected(collected, reading(process.pssBytes()));
    }

    /** G1 gives memory back in the background after a collection; 0.4 s at most. */
    private void awaitSteadyRss() {
        long last = process.status().rssBytes();
        int same = 0;
        for (int i = 0; i < MOST_RSS_POLLS && same < STEADY_RSS_POLLS; i++) {
            LockSupport.parkNanos(RSS_POLL_NANOS);
            long now = process.status().rssBytes();
            same = Math.abs(now - last) <= STEADY_RSS_BYTES ? same + 1 : 0;
            last = now;
        }
    }

    private ServerReading reading(long pssBytes) {
        ProcessReader.Status status = process.status();
        long descriptors = process.openDescriptors();
        long maxDescriptors = process.maxDescriptors();
        long cpuNanos = process.cpuNanos();
        long deepest = gauges == null ? -1 : gauges.deepestLevel();
        long levels = gauges == null ? -1 : gauges.recursionLevelsNow();
        JmxReading told = jmx == null ? JmxReading.UNSEEN : jmx.reading();
        return new ServerReading(
                told.pool(),
                new ServerReading.Recursion(deepest, levels),
                new ServerReading.Descriptors(
                        seen(descriptors, told.descriptors().openDescriptors()),
                        seen(maxDescriptors, told.descriptors().maxDescriptors())),
                (int) seen(status.threads(), told.threads()),
                new ServerReading.Memory(
                        status.rssBytes(),
                        pssBytes,
                        told.memory().heapUsedBytes() >= 0
                                ? told.memory().heapUsedBytes()
                                : perf.map(PerfCounters::heapUsedAfterGcBytes).orElse(ProcFiles.UNSEEN),
                        heapMax(told),
                        told.memory().directBytes()),
                new ServerReading.Cpu(
                        seen(cpuNanos, told.cpuNanos()),
                        seen(perf.map(PerfCounters::gcNanos).orElse(ProcFiles.UNSEEN), told.gcNanos()),
                        seen(perf.map(PerfCounters::gcCount).orElse(ProcFiles.UNSEEN), told.gcCount())));
    }

    /** It does not change, so what was once seen holds. */
    private long heapMax(JmxReading told) {
        if (told.memory().heapMaxBytes() >= 0) {
            heapMaxBytes = told.memory().heapMaxBytes();
        }
        return heapMaxBytes;
    }

    private static long seen(long fromOutside, long told) {
        return fromOutside >= 0 ? fromOutside : told;
    }

    /**
     * Returns the time that the JVM's compiler threads have spent since its start, of all of them together and in ns of elapsed
     * time; -1 if not seen. It needs no answer of the server.
     */
    public long compilationNanos() {
        return perf.map(PerfCounters::compilationNanos).orElse(ProcFiles.UNSEEN);
    }

    /** Returns the processor time of the server since its start, in ns; -1 if not seen. It needs no answer of the server. */
    public long cpuNanos() {
        return process.cpuNanos();
    }

    /** Processors that the server may use; -1 if not seen. */
    public int processors() {
        int told = jmx == null ? -1 : jmx.processors();
        return told > 0 ? told : process.allowedProcessors();
    }

    /** Whether the server has left a question of JMX without an answer so far. */
    public boolean isHung() {
        return jmx != null && jmx.isHung();
    }

    /** What cannot be seen of this server, in words for the user; empty if everything can. */
    public List<String> blindSpots() {
        List<String> blind = new ArrayList<>();
        if (process.status().rssBytes() < 0) {
            blind.add("resident memory of the server: this system has no /proc");
        }
        if (jmx == null) {
            blind.add("heap, direct memory and thread pool of the server: " + whyNoJmx);
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
