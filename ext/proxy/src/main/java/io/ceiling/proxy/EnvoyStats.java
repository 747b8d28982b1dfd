package io.ceiling.proxy;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parses the answers of Envoy's admin port: {@code /clusters} and {@code /stats}, which change nothing. Pure functions.
 */
final class EnvoyStats {

    // Limits of a cluster, each with the name of the counter of its use.
    private static final Map<String, String> COUNTERS = Map.of(
            "max_connections", "upstream_cx_active",
            "max_pending_requests", "upstream_rq_pending_active",
            "max_requests", "upstream_rq_active");

    private static final String PRIORITY = "default_priority";

    // A limit of this value or more was set in order to have none.
    private static final long NONE = 1L << 30;

    private EnvoyStats() {}

    /**
     * Returns the use of each limit of each cluster with a server on that port; of every cluster if none has such a
     * server.
     *
     * @param clusters lines such as {@code up::default_priority::max_connections::1024}
     * @param stats lines such as {@code cluster.up.upstream_cx_active: 17}
     * @param port port of the server behind
     */
    static List<ProxyLimitUse> uses(List<String> clusters, List<String> stats, int port) {
        Set<String> ours = clusters.stream()
                .map(line -> line.split("::", -1))
                .filter(parts -> parts.length == 4 && parts[1].endsWith(":" + port))
                .map(parts -> parts[0])
                .collect(Collectors.toSet());
        Map<String, Long> counted = new LinkedHashMap<>();
        for (String line : stats) {
            int colon = line.lastIndexOf(": ");
            if (colon > 0) {
                counted.put(line.substring(0, colon), ProcFiles.number(line.substring(colon + 2)));
            }
        }
        List<ProxyLimitUse> uses = new ArrayList<>();
        for (String line : clusters) {
            String[] parts = line.split("::", -1);
            String counter = parts.length == 4 && parts[1].equals(PRIORITY) ? COUNTERS.get(parts[2]) : null;
            long limit = counter == null ? ProcFiles.UNSEEN : ProcFiles.number(parts[3]);
            if (limit >= 0 && limit < NONE && (ours.isEmpty() || ours.contains(parts[0]))) {
                uses.add(new ProxyLimitUse(
                        LimitingFactor.PROXY_MAX_CONNECTIONS,
                        parts[2],
                        "cluster " + parts[0],
                        Observation.ofNegativeNotSeen(
                                counted.getOrDefault("cluster.%s.%s".formatted(parts[0], counter), ProcFiles.UNSEEN)),
                        Limit.of(limit),
                        Observation.NOT_SEEN));
            }
        }
        return List.copyOf(uses);
    }
}
