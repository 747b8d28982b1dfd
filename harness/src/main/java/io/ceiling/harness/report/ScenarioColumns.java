package io.ceiling.harness.report;

import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was asked for, as columns. */
final class ScenarioColumns {

    static final List<Column<Scenario>> NAME =
            List.of(new Column<>("scenario", Scenario::name), new Column<>("fork", s -> Cell.of(s.fork())));

    static final Column<Scenario> CONTAINER = new Column<>("container", Scenario::container);

    /** All settings in the order of ceilings.csv. */
    static final List<Column<Scenario>> SETTINGS = List.of(
            new Column<>(
                    "connector",
                    s -> s.target().map(Target::connector).orElse(s.connector().label())),
            new Column<>(
                    "thread_kind",
                    s -> s.target().isPresent() ? "" : s.threadKind().label()),
            new Column<>("workload", Scenario::work),
            new Column<>("max_threads", s -> Cell.of(s.maxThreads())),
            new Column<>("buffer_bytes", s -> Cell.of(s.bufferBytes())),
            new Column<>("max_connections", s -> Cell.of(s.maxConnections())),
            new Column<>("accept_count", s -> Cell.of(s.acceptCount())),
            new Column<>("heap_max_bytes", s -> Cell.known(s.heapMaxBytes())),
            new Column<>("stack_bytes", s -> Cell.of(s.stackBytes())),
            new Column<>("nofile", s -> Cell.known(s.nofile())),
            new Column<>("instances", s -> Cell.of(s.instances())),
            new Column<>("jdk", s -> s.target().map(Target::jdk).orElse(s.jdk().version())),
            new Column<>("atmosphere_version", Scenario::atmosphereVersion));

    static final List<Column<Scenario>> MORE_SETTINGS = List.of(
            new Column<>("min_spare_threads", s -> Cell.of(s.minSpareThreads())),
            new Column<>("direct_memory_bytes", s -> Cell.of(s.directMemoryBytes())),
            new Column<>("garbage_collector", Scenario::garbageCollector),
            new Column<>("cap_connections", s -> Cell.of(s.capConnections())));

    static final List<Column<Scenario>> MESSAGING = List.of(
            new Column<>(
                    "transport", s -> s.messaging().map(Messaging::transport).orElse("")),
            new Column<>(
                    "broadcaster",
                    s -> s.messaging().map(Messaging::broadcaster).orElse("")),
            new Column<>(
                    "broadcaster_cache",
                    s -> s.messaging().map(Messaging::cache).orElse("")));

    private ScenarioColumns() {}

    /** Every column about that scenario with its cell. */
    static Map<String, String> cells(Scenario scenario) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (List<Column<Scenario>> columns : List.of(NAME, List.of(CONTAINER), SETTINGS, MORE_SETTINGS, MESSAGING)) {
            columns.forEach(column -> cells.put(column.name(), column.cell().apply(scenario)));
        }
        return cells;
    }
}
