package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The columns of the readings at one moment of a scenario. */
public final class SampleColumns {

    private static final List<Column<ServerReading>> SERVER = Column.figures(ServerReading.class, "server_", 0, 0);

    private static final List<Column<HostReading>> HOST = Column.figures(HostReading.class, "host_", 0, 0);

    // Later columns, which come after all others of a file.
    private static final List<Column<ServerReading>> MORE_OF_SERVER =
            Column.figures(ServerReading.class, "server_", 1, Integer.MAX_VALUE);

    // Readings of the host that came later, but before the last ones of the server.
    private static final List<Column<HostReading>> MORE_OF_HOST = Stream.of(
                    Column.figures(HostReading.class, "host_", 1, 2),
                    List.of(new Column<HostReading>(Keys.HOST_KERNEL, r -> r.kernelBytes())),
                    Column.figures(HostReading.class, "host_", 3, Integer.MAX_VALUE))
            .flatMap(List::stream)
            .toList();

    private static final List<Column<LoadReading>> LOAD = List.of(
            new Column<>(Keys.LOAD_AGENTS, r -> r.agents()),
            new Column<>(Keys.LOAD_ASKED, r -> r.connections().requested()),
            new Column<>(Keys.LOAD_PENDING, r -> r.connections().pending()),
            new Column<>("load_served", r -> r.connections().served()),
            new Column<>(Keys.LOAD_ALIVE, r -> r.connections().alive()),
            new Column<>("load_failures", r -> Failures.byLabel(r.failures().counts())),
            new Column<>("load_closed_min_age_ns", r -> age(r, AgeRange::youngestNanos)),
            new Column<>("load_closed_max_age_ns", r -> age(r, AgeRange::oldestNanos)),
            new Column<>("load_exchanges_asked", r -> r.exchanges().planned()),
            new Column<>("load_exchanges_answered", r -> r.exchanges().answered()),
            new Column<>("load_exchanges_pending", r -> r.exchanges().pending()),
            new Column<>("load_late_sends", r -> r.exchanges().late()),
            new Column<>("load_released_answers", r -> r.connections().released()),
            new Column<>(
                    "load_descriptors_share", r -> r.process().descriptors().share()),
            new Column<>("load_heap_share", r -> r.process().heap().share()),
            new Column<>(Keys.LOAD_CPU, r -> r.process().cpuNanos()),
            new Column<>("load_gc_ns", r -> r.process().gcNanos()),
            new Column<>("load_heap_used_bytes", r -> r.process().heap().used()),
            new Column<>("load_rss_bytes", r -> Optional.ofNullable(r.process().rssBytes())));

    static final List<Column<Sample>> READINGS = readings();

    /** Readings that come at the end of a row. */
    static final List<Column<Sample>> MORE_READINGS = Column.adaptAll(MORE_OF_HOST, Sample::host);

    /** Readings that come after {@link #MORE_READINGS}. */
    static final List<Column<Sample>> LAST_READINGS = Column.adaptAll(MORE_OF_SERVER, Sample::server);

    /** Readings of one server and of the load agents that load it, without those of the host. */
    static final List<Column<Sample>> OF_INSTANCE = ofInstance();

    private SampleColumns() {}

    private static List<Column<Sample>> ofInstance() {
        List<Column<Sample>> columns = new ArrayList<>();
        columns.addAll(Column.adaptAll(SERVER, Sample::server));
        columns.addAll(Column.adaptAll(LOAD, Sample::load));
        columns.addAll(LAST_READINGS);
        return List.copyOf(columns);
    }

    private static List<Column<Sample>> readings() {
        List<Column<Sample>> columns = new ArrayList<>();
        columns.addAll(Column.adaptAll(SERVER, Sample::server));
        columns.addAll(Column.adaptAll(HOST, Sample::host));
        columns.addAll(Column.adaptAll(LOAD, Sample::load));
        return List.copyOf(columns);
    }

    /** Returns the percentiles of all times that load agents measure; empty cells if there are no values. */
    public static <T> List<Column<T>> times(Function<T, LoadTimes> times) {
        List<Column<T>> columns = new ArrayList<>();
        columns.addAll(times(Keys.CONNECT, row -> times.apply(row).connect()));
        columns.addAll(times(Keys.FIRST_ANSWER, row -> times.apply(row).firstAnswer()));
        columns.addAll(times(Keys.RESPONSE, row -> times.apply(row).exchanges().response()));
        columns.addAll(times(Keys.SERVICE, row -> times.apply(row).exchanges().service()));
        return columns;
    }

    /** Returns the percentiles of one histogram; empty cells if it has no values. */
    public static <T> List<Column<T>> times(ColumnKey.Times keys, Function<T, ResponseTimes> times) {
        return Column.adaptAll(
                List.of(
                        new Column<ResponseTimes>(keys.p50(), t -> known(t, t.p50Nanos())),
                        new Column<ResponseTimes>(keys.p99(), t -> known(t, t.p99Nanos())),
                        new Column<ResponseTimes>(keys.p999(), t -> known(t, t.p999Nanos())),
                        new Column<ResponseTimes>(keys.max(), t -> known(t, t.maxNanos()))),
                times);
    }

    private static Object age(LoadReading load, ToLongFunction<AgeRange> end) {
        AgeRange ages = load.counts().closedAges();
        return ages.isEmpty() ? "" : end.applyAsLong(ages);
    }

    private static Object known(ResponseTimes times, long value) {
        return times.isEmpty() ? "" : value;
    }
}
