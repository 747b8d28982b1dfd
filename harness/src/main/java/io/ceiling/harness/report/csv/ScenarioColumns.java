package io.ceiling.harness.report.csv;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.scenario.Scenario;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The columns of a scenario's requested settings. */
public final class ScenarioColumns {

    public static final Column<Scenario> FORK = of(Dimension.FORKS);

    static final List<Column<Scenario>> NAME = List.of(new Column<>(Keys.SCENARIO, Scenario::name), FORK);

    public static final Column<Scenario> CONTAINER = of(Dimension.CONTAINER);

    /** Columns of what is measured: the server's connector and threads, and its work. */
    static final List<Column<Scenario>> MEASURED = all(Dimension.CONNECTOR, Dimension.THREAD_KIND, Dimension.WORKLOAD);

    /** Sizes of server, JVM and process. */
    static final List<Column<Scenario>> SIZES = Stream.concat(
                    all(
                            Dimension.THREADS,
                            Dimension.BUFFER,
                            Dimension.MAX_CONNECTIONS,
                            Dimension.ACCEPT_COUNT,
                            Dimension.HEAP,
                            Dimension.STACK,
                            Dimension.NOFILE,
                            Dimension.INSTANCES,
                            Dimension.JDK)
                            .stream(),
                    Stream.of(new Column<Scenario>(
                            Keys.ATMOSPHERE, s -> s.server().atmosphereVersion())))
            .toList();

    /** Columns of what is measured, and of its sizes. */
    public static final List<Column<Scenario>> SETTINGS =
            Stream.of(MEASURED, SIZES).flatMap(List::stream).toList();

    public static final List<Column<Scenario>> MESSAGING =
            all(Dimension.TRANSPORT, Dimension.BROADCASTER, Dimension.CACHE);

    /** The columns of what lies between connections and their messages: TLS and compression. */
    public static final List<Column<Scenario>> LAYERS = all(Dimension.TLS, Dimension.DEFLATE);

    /** The column of the requested release of the container; {@code container_version} is the one that ran. */
    public static final List<Column<Scenario>> RELEASE = all(Dimension.CONTAINER_VERSION);

    /** All settings that are in no other list. */
    public static final List<Column<Scenario>> MORE_SETTINGS = more();

    static final Column<Scenario> CAP = new Column<>(Keys.CAP, s -> s.capConnections());

    private ScenarioColumns() {}

    private static Column<Scenario> of(Dimension setting) {
        return new Column<>(setting, setting::text);
    }

    private static List<Column<Scenario>> all(Dimension... settings) {
        return Arrays.stream(settings).map(ScenarioColumns::of).toList();
    }

    private static List<Column<Scenario>> more() {
        List<String> named = Stream.of(SIZES, MESSAGING, LAYERS, RELEASE)
                .flatMap(columns -> Column.names(columns).stream())
                .toList();
        return Dimension.settings().stream()
                .filter(setting -> !named.contains(setting.column()))
                .map(ScenarioColumns::of)
                .toList();
    }

    public static CsvRow row(Scenario scenario) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (List<Column<Scenario>> columns :
                List.of(NAME, List.of(CONTAINER), SETTINGS, MORE_SETTINGS, List.of(CAP), MESSAGING, LAYERS, RELEASE)) {
            columns.forEach(column -> cells.put(column.name(), column.cell(scenario)));
        }
        return CsvRow.of(cells);
    }
}
