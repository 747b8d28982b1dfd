package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The columns of the readings at one moment of a scenario. */
public final class SampleColumns {

    private static final List<Column<ServerReading>> SERVER = Column.figures(ServerReading.class, "server_", 0, 0);

    private static final List<Column<HostReading>> HOST = Column.figures(HostReading.class, "host_", 0, 0);

    /** Later columns, which come after all others of a file. */
    private static final List<Column<ServerReading>> MORE_OF_SERVER =
            Column.figures(ServerReading.class, "server_", 1, Integer.MAX_VALUE);

    /** Readings of the host that came later, but before the last ones of the server. */
    private static final List<Column<HostReading>> MORE_OF_HOST = Stream.of(
                    Column.figures(HostReading.class, "host_", 1, 2),
                    List.of(new Column<HostReading>("host_kernel_bytes", r -> Cell.of(r.kernelBytes()))),
                    Column.figures(HostReading.class, "host_", 3, Integer.MAX_VALUE))
            .flatMap(List::stream)
            .toList();

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

    private static String rss(AgentProcess process) {
        Long bytes = process.rssBytes();
        return bytes == null ? "" : Cell.of(bytes);
    }

    private static String known(ResponseTimes times, long value) {
        return times.isEmpty() ? "" : Cell.of(value);
    }
}
