package io.ceiling.traffic;

import io.ceiling.harness.cli.Converters;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.ScenarioFactory;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A load of {@code --preset records} (docs/scale.md); all their numbers are in this file. Some machines cannot answer a
 * rate that others published, and may then lose all connections: it is offered for some seconds only, and a search
 * begins there.
 *
 * @param connections number of connections
 * @param idle idle times
 * @param time time of the traffic
 * @param slo time limit of answers in a search for the highest rate; empty for no search
 * @param settings settings of the servers
 */
record RecordLoad(
        int connections,
        Converters.TimeRange idle,
        Duration time,
        Optional<Duration> slo,
        Map<Dimension, String> settings) {

    private static final List<RecordLoad> ALL = List.of(
            searched(
                    600_000,
                    seconds(5, 45),
                    Map.of(Dimension.INSTANCES, "31", Dimension.BUFFER, "1k", Dimension.THREADS, "2")),
            searched(
                    524_288,
                    seconds(20, 30),
                    Map.of(
                            Dimension.WORKLOAD, Workloads.WEBSOCKET.label(),
                            Dimension.INSTANCES, "28",
                            Dimension.BUFFER, "1k",
                            Dimension.THREADS, "2",
                            Dimension.HEAP, "400m")),
            // 5 000 requests/s, which slow machines answer.
            million(seconds(180, 220), Map.of(Dimension.THREADS, "2")),
            // Jetty needs four threads. Its caches of header fields alone would take 98 GiB. A request takes 0.3 ms of
            // a processor, so two processors need some minutes for one request over each connection.
            million(
                    seconds(380, 420),
                    Map.of(Dimension.CONTAINER, "jetty", Dimension.THREADS, "4", Dimension.HEADER_CACHE, "0")),
            million(seconds(180, 220), Map.of(Dimension.CONTAINER, "undertow", Dimension.THREADS, "2")),
            million(
                    seconds(180, 220),
                    Map.of(
                            Dimension.WORKLOAD, Workloads.WEBSOCKET.label(),
                            Dimension.CONTAINER, "undertow",
                            Dimension.THREADS, "2")));

    RecordLoad {
        settings = Map.copyOf(settings);
    }

    private static RecordLoad million(Converters.TimeRange idle, Map<Dimension, String> settings) {
        Map<Dimension, String> all = new EnumMap<>(settings);
        all.put(Dimension.INSTANCES, "52");
        all.put(Dimension.BUFFER, "1k");
        return new RecordLoad(1_000_000, idle, idle.max().plusSeconds(15), Optional.empty(), all);
    }

    private static RecordLoad searched(int connections, Converters.TimeRange idle, Map<Dimension, String> settings) {
        return new RecordLoad(connections, idle, Duration.ofSeconds(10), Optional.of(Duration.ofSeconds(1)), settings);
    }

    private static Converters.TimeRange seconds(int min, int max) {
        return new Converters.TimeRange(Duration.ofSeconds(min), Duration.ofSeconds(max));
    }

    /**
     * Returns the records in their order; if a workload or container is given, only its records.
     *
     * @param givenSettings options of the servers
     */
    static List<RecordLoad> of(Map<Dimension, String> givenSettings) {
        return ALL.stream()
                .filter(held -> held.workload().equals(givenSettings.getOrDefault(Dimension.WORKLOAD, held.workload()))
                        && held.container().equals(givenSettings.getOrDefault(Dimension.CONTAINER, held.container())))
                .toList();
    }

    private String workload() {
        return settings.getOrDefault(Dimension.WORKLOAD, Workloads.KEEP_ALIVE.label());
    }

    private String container() {
        return settings.getOrDefault(Dimension.CONTAINER, ScenarioFactory.DEFAULT_CONTAINER);
    }

    /** Returns the settings of its servers, with those that were given. */
    Map<Dimension, String> with(Map<Dimension, String> givenSettings) {
        Map<Dimension, String> all = new EnumMap<>(settings);
        all.putAll(givenSettings);
        return all;
    }
}
