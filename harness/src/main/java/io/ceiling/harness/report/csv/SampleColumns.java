package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The columns of the readings at one moment of a scenario. */
public final class SampleColumns {

    private static final List<Column<ServerReading>> SERVER = List.of(
            new Column<>("server_connections", r -> Cell.of(r.connections())),
            new Column<>("server_max_connections", r -> Cell.of(r.maxConnections())),
            new Column<>("server_pool_threads", r -> Cell.of(r.poolThreads())),
            new Column<>("server_busy_threads", r -> Cell.of(r.busyThreads())),
            new Column<>("server_max_threads", r -> Cell.of(r.maxThreads())),
            new Column<>("server_queued_requests", r -> Cell.of(r.queuedRequests())),
            new Column<>("server_deepest_level", r -> Cell.of(r.deepestLevel())),
            new Column<>("server_levels_now", r -> Cell.of(r.recursionLevelsNow())),
            new Column<>("server_open_descriptors", r -> Cell.of(r.openDescriptors())),
            new Column<>("server_max_descriptors", r -> Cell.of(r.maxDescriptors())),
            new Column<>("server_threads", r -> Cell.of(r.threads())),
            new Column<>("server_rss_bytes", r -> Cell.of(r.rssBytes())),
            new Column<>("server_pss_bytes", r -> Cell.of(r.pssBytes())),
            new Column<>("server_heap_used_bytes", r -> Cell.of(r.heapUsedBytes())),
            new Column<>("server_heap_max_bytes", r -> Cell.of(r.heapMaxBytes())),
            new Column<>("server_direct_bytes", r -> Cell.of(r.directBytes())),
            new Column<>("server_cpu_ns", r -> Cell.of(r.cpuNanos())),
            new Column<>("server_gc_ns", r -> Cell.of(r.gcNanos())),
            new Column<>("server_gc_count", r -> Cell.of(r.gcCount())));

    private static final List<Column<HostReading>> HOST = List.of(
            new Column<>("host_memory_available_bytes", r -> Cell.of(r.memoryAvailableBytes())),
            new Column<>("host_slab_bytes", r -> Cell.of(r.slabBytes())),
            new Column<>("host_socket_memory_bytes", r -> Cell.of(r.socketMemoryBytes())),
            new Column<>("host_tcp_sockets", r -> Cell.of(r.tcpSockets())),
            new Column<>("host_tcp_time_wait", r -> Cell.of(r.tcpTimeWait())),
            new Column<>("host_listen_overflows", r -> Cell.of(r.listenOverflows())),
            new Column<>("host_listen_drops", r -> Cell.of(r.listenDrops())),
            new Column<>("host_tcp_memory_pressures", r -> Cell.of(r.tcpMemoryPressures())),
            new Column<>("host_conntrack_entries", r -> Cell.of(r.conntrackEntries())),
            new Column<>("host_conntrack_max", r -> Cell.of(r.conntrackMax())),
            new Column<>("host_conntrack_drops", r -> Cell.of(r.conntrackDrops())),
            new Column<>("host_cpu_ns", r -> Cell.of(r.cpuNanos())));

    /** Later columns, which come after all others of a file. */
    private static final List<Column<ServerReading>> MORE_OF_SERVER = List.of(
            new Column<>(
                    "server_cpu_quota_millicores", r -> Cell.of(r.cpuQuota().millicores())),
            new Column<>("server_cpu_periods", r -> Cell.of(r.cpuQuota().periods())),
            new Column<>(
                    "server_cpu_throttled_periods", r -> Cell.of(r.cpuQuota().throttledPeriods())),
            new Column<>("server_cpu_throttled_ns", r -> Cell.of(r.cpuQuota().throttledNanos())),
            new Column<>(
                    "server_busiest_thread", r -> Cell.text(r.busiestThread().name())),
            new Column<>(
                    "server_busiest_thread_cpu_ns",
                    r -> Cell.of(r.busiestThread().cpuNanos())),
            new Column<>(
                    "server_busiest_thread_span_ns",
                    r -> Cell.of(r.busiestThread().spanNanos())),
            new Column<>("server_listen_queue", r -> Cell.of(r.listenQueue().waiting())),
            new Column<>("server_listen_backlog", r -> Cell.of(r.listenQueue().backlog())),
            new Column<>("server_heap_resident_bytes", r -> Cell.of(r.heapResidentBytes())),
            new Column<>("server_major_faults", r -> Cell.of(r.majorFaults())));

    /** Readings of the host that came later, but before the last ones of the server. */
    private static final List<Column<HostReading>> MORE_OF_HOST = List.of(
            new Column<>("host_busy_ns", r -> Cell.of(r.cpu().busyNanos())),
            new Column<>("host_irq_ns", r -> Cell.of(r.cpu().irqNanos())),
            new Column<>("host_softirq_ns", r -> Cell.of(r.cpu().softirqNanos())),
            new Column<>("host_steal_ns", r -> Cell.of(r.cpu().stealNanos())),
            new Column<>("host_idle_ns", r -> Cell.of(r.cpu().idleNanos())),
            new Column<>("host_iowait_ns", r -> Cell.of(r.cpu().iowaitNanos())),
            new Column<>("host_cpu_pressure_ns", r -> Cell.of(r.pressure().cpuPressureNanos())),
            new Column<>("host_load_average", r -> load(r.pressure().loadHundredths())),
            new Column<>("host_syn_retransmits", r -> Cell.of(r.synRetransmits())),
            new Column<>("host_kernel_bytes", r -> Cell.of(r.kernelBytes())),
            new Column<>(
                    "host_slab_sockets_bytes", r -> Cell.of(r.kernel().slabs().sockets())),
            new Column<>(
                    "host_slab_files_bytes", r -> Cell.of(r.kernel().slabs().files())),
            new Column<>(
                    "host_slab_epoll_bytes", r -> Cell.of(r.kernel().slabs().epoll())),
            new Column<>(
                    "host_slab_buffers_bytes", r -> Cell.of(r.kernel().slabs().buffers())),
            new Column<>(
                    "host_slab_threads_bytes", r -> Cell.of(r.kernel().slabs().threads())),
            new Column<>(
                    "host_slab_kmalloc_bytes", r -> Cell.of(r.kernel().slabs().kmalloc())),
            new Column<>("host_kernel_stack_bytes", r -> Cell.of(r.kernel().stackBytes())),
            new Column<>("host_page_table_bytes", r -> Cell.of(r.kernel().pageTableBytes())),
            new Column<>("host_percpu_bytes", r -> Cell.of(r.kernel().percpuBytes())));

    private static final List<Column<LoadReading>> LOAD = List.of(
            new Column<>("load_agents", r -> Cell.of(r.agents())),
            new Column<>("load_asked", r -> Cell.of(r.connections().asked())),
            new Column<>("load_pending", r -> Cell.of(r.connections().pending())),
            new Column<>("load_served", r -> Cell.of(r.connections().served())),
            new Column<>("load_alive", r -> Cell.of(r.connections().alive())),
            new Column<>(
                    "load_failures", r -> Cell.of(Failures.byLabel(r.failures().counts()))),
            new Column<>("load_closed_min_age_ns", r -> age(r, AgeRange::youngestNanos)),
            new Column<>("load_closed_max_age_ns", r -> age(r, AgeRange::oldestNanos)),
            new Column<>("load_exchanges_asked", r -> Cell.of(r.exchanges().asked())),
            new Column<>("load_exchanges_answered", r -> Cell.of(r.exchanges().answered())),
            new Column<>("load_exchanges_pending", r -> Cell.of(r.exchanges().pending())),
            new Column<>("load_late_sends", r -> Cell.of(r.exchanges().late())),
            new Column<>("load_released_answers", r -> Cell.of(r.connections().released())),
            new Column<>(
                    "load_descriptors_share",
                    r -> Cell.of(r.process().descriptors().share())),
            new Column<>("load_heap_share", r -> Cell.of(r.process().heap().share())),
            new Column<>("load_cpu_ns", r -> Cell.of(r.process().cpuNanos())),
            new Column<>("load_gc_ns", r -> Cell.of(r.process().gcNanos())),
            new Column<>("load_heap_used_bytes", r -> Cell.of(r.process().heap().used())),
            new Column<>("load_rss_bytes", r -> rss(r.process())));

    static final List<Column<Sample>> READINGS = readings();

    /** Readings that come at the end of a row. */
    static final List<Column<Sample>> MORE_READINGS = Column.all(MORE_OF_HOST, Sample::host);

    /** Readings that came after those. */
    static final List<Column<Sample>> LAST_READINGS = Column.all(MORE_OF_SERVER, Sample::server);

    /** Readings of one server and of the load agents that load it, without those of the host. */
    static final List<Column<Sample>> OF_INSTANCE = ofInstance();

    private SampleColumns() {}

    private static List<Column<Sample>> ofInstance() {
        List<Column<Sample>> columns = new ArrayList<>();
        columns.addAll(Column.all(SERVER, Sample::server));
        columns.addAll(Column.all(LOAD, Sample::load));
        columns.addAll(LAST_READINGS);
        return List.copyOf(columns);
    }

    private static List<Column<Sample>> readings() {
        List<Column<Sample>> columns = new ArrayList<>();
        columns.addAll(Column.all(SERVER, Sample::server));
        columns.addAll(Column.all(HOST, Sample::host));
        columns.addAll(Column.all(LOAD, Sample::load));
        return List.copyOf(columns);
    }

    /** Returns the percentiles of all times that load agents measure; empty cells if there are no values. */
    public static <T> List<Column<T>> times(Function<T, LoadTimes> times) {
        List<Column<T>> columns = new ArrayList<>();
        columns.addAll(times("connect", row -> times.apply(row).connect()));
        columns.addAll(times("first_answer", row -> times.apply(row).firstAnswer()));
        columns.addAll(times("response", row -> times.apply(row).exchanges().response()));
        columns.addAll(times("service", row -> times.apply(row).exchanges().service()));
        return columns;
    }

    /** Returns the percentiles of one histogram; empty cells if it has no values. */
    public static <T> List<Column<T>> times(String name, Function<T, ResponseTimes> times) {
        return Column.all(
                List.of(
                        new Column<ResponseTimes>(name + "_p50_ns", t -> known(t, t.p50Nanos())),
                        new Column<ResponseTimes>(name + "_p99_ns", t -> known(t, t.p99Nanos())),
                        new Column<ResponseTimes>(name + "_p999_ns", t -> known(t, t.p999Nanos())),
                        new Column<ResponseTimes>(name + "_max_ns", t -> known(t, t.maxNanos()))),
                times);
    }

    private static String age(LoadReading load, ToLongFunction<AgeRange> end) {
        AgeRange ages = load.counts().closedAges();
        return ages.isEmpty() ? "" : Cell.of(end.applyAsLong(ages));
    }

    private static String load(Seen hundredths) {
        return hundredths.isSeen() ? Cell.of(hundredths.orElse(0) / 100.0) : "";
    }

    private static String rss(AgentProcess process) {
        Long bytes = process.rssBytes();
        return bytes == null ? "" : Cell.of(bytes);
    }

    private static String known(ResponseTimes times, long value) {
        return times.isEmpty() ? "" : Cell.of(value);
    }
}
