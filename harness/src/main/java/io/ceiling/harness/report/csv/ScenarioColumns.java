package io.ceiling.harness.report.csv;

import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The columns of a scenario's requested settings. */
public final class ScenarioColumns {

    public static final Column<Scenario> FORK = new Column<>("fork", s -> Cell.of(s.fork()));

    static final List<Column<Scenario>> NAME = List.of(new Column<>("scenario", Scenario::name), FORK);

    public static final Column<Scenario> CONTAINER = new Column<>("container", Scenario::container);

    /** What is measured: the server's connector and threads, and its work. */
    static final List<Column<Scenario>> WHAT = List.of(
            new Column<>("connector", s -> s.reported(Target.Software::connector)
                    .orElse(s.connector().label())),
            new Column<>(
                    "thread_kind", s -> s.isExternal() ? "" : s.threadKind().label()),
            new Column<>("workload", s -> s.work().label()));

    /** Sizes of server, JVM and process. */
    static final List<Column<Scenario>> SIZES = List.of(
            new Column<>("max_threads", s -> Cell.of(s.sizes().maxThreads())),
            new Column<>("buffer_bytes", s -> size(s, s.sizes().bufferBytes())),
            new Column<>("max_connections", s -> Cell.of(s.sizes().maxConnections())),
            new Column<>("accept_count", s -> Cell.of(s.sizes().acceptCount())),
            new Column<>("heap_max_bytes", s -> Cell.of(s.jvm().heapMaxBytes())),
            new Column<>("stack_bytes", s -> size(s, s.jvm().stackBytes())),
            new Column<>("nofile", s -> Cell.of(s.nofile())),
            new Column<>("instances", s -> Cell.of(s.instances())),
            new Column<>(
                    "jdk", s -> s.reported(Target.Software::jdk).orElse(s.jdk().version())),
            new Column<>("atmosphere_version", s -> s.server().atmosphereVersion()));

    /** What is measured, and its sizes. */
    public static final List<Column<Scenario>> SETTINGS =
            Stream.of(WHAT, SIZES).flatMap(List::stream).toList();

    static final List<Column<Scenario>> MORE_SETTINGS = List.of(
            new Column<>("direct_memory_bytes", s -> size(s, s.jvm().directMemoryBytes())),
            new Column<>("garbage_collector", s -> s.jvm().garbageCollector()),
            new Column<>("cap_connections", s -> Cell.of(s.capConnections())));

    public static final List<Column<Scenario>> MESSAGING = List.of(
            new Column<>(
                    "transport", s -> s.messaging().map(Messaging::transport).orElse("")),
            new Column<>(
                    "broadcaster",
                    s -> s.messaging().map(Messaging::broadcaster).orElse("")),
            new Column<>(
                    "broadcaster_cache",
                    s -> s.messaging().map(Messaging::cache).orElse("")));

    /** The columns of what lies between connections and their messages: TLS and compression. */
    public static final List<Column<Scenario>> LAYERS = List.of(
            new Column<>("tls", s -> s.isExternal() ? "" : s.sizes().tls().label()),
            new Column<>(
                    "deflate", s -> s.isExternal() ? "" : s.sizes().deflate().label()));

    /** The column of the release of the container that was asked for; {@code container_version} is the one that ran. */
    public static final List<Column<Scenario>> RELEASE = List.of(new Column<>(
            "asked_container_version",
            s -> s.isExternal() ? "" : s.server().release().map(Release::text).orElse(Limit.DEFAULT.toString())));

    private ScenarioColumns() {}

    private static String size(Scenario scenario, OptionalInt asked) {
        return asked.isPresent() ? Cell.of(asked.getAsInt()) : untold(scenario);
    }

    private static String size(Scenario scenario, OptionalLong asked) {
        return asked.isPresent() ? Cell.of(asked.getAsLong()) : untold(scenario);
    }

    /**
     * Returns the text of a size that was not requested: a server that was started uses its own default; of an external
     * server it was not seen.
     */
    private static String untold(Scenario scenario) {
        return (scenario.isExternal() ? Limit.NOT_SEEN : Limit.DEFAULT).toString();
    }

    /** Returns every column of a scenario with its cell. */
    public static Map<String, String> cells(Scenario scenario) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (List<Column<Scenario>> columns :
                List.of(NAME, List.of(CONTAINER), SETTINGS, MORE_SETTINGS, MESSAGING, LAYERS, RELEASE)) {
            columns.forEach(column -> cells.put(column.name(), column.cell().apply(scenario)));
        }
        return cells;
    }
}
