package io.ceiling.harness.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells a scenario from most others of its run: the settings whose value is not the most frequent one. */
public final class VariedSettings {

    /** Column to the short name that a person reads. */
    private static final Map<String, String> NAMES = names();

    private final Map<String, String> usual = new HashMap<>();

    /** The columns with several values. */
    private final Set<String> several = new LinkedHashSet<>();

    /** @param scenarios settings of each, by column */
    public VariedSettings(List<Map<String, String>> scenarios) {
        for (String column : NAMES.keySet()) {
            Map<String, Integer> counts = new LinkedHashMap<>();
            scenarios.stream()
                    .filter(cells -> hasMeaning(column, cells))
                    .forEach(cells -> counts.merge(cells.getOrDefault(column, ""), 1, Integer::sum));
            if (counts.size() > 1) {
                several.add(column);
            }
            counts.entrySet().stream()
                    // The first of several equally frequent values.
                    .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                    .ifPresent(most -> usual.put(column, most.getKey()));
        }
    }

    /** Such as {@code threads=2000 heap=96m}; empty if there is nothing unusual. */
    public String text(Map<String, String> scenario) {
        List<String> parts = new ArrayList<>();
        NAMES.forEach((column, name) -> {
            String value = scenario.getOrDefault(column, "");
            if (hasMeaning(column, scenario) && !value.equals(usual.get(column))) {
                parts.add(shown(column, name, value));
            }
        });
        return String.join(" ", parts);
    }

    /** The value of each setting that has several, except of these columns; the usual ones as well. */
    public String several(Map<String, String> scenario, Set<String> except) {
        List<String> parts = new ArrayList<>();
        NAMES.forEach((column, name) -> {
            if (several.contains(column) && !except.contains(column) && hasMeaning(column, scenario)) {
                parts.add(shown(column, name, scenario.getOrDefault(column, "")));
            }
        });
        return String.join(" ", parts);
    }

    /** The columns that it looks at. */
    public static Set<String> columns() {
        Set<String> columns = new LinkedHashSet<>(NAMES.keySet());
        columns.add("thread_kind");
        return columns;
    }

    /** The most frequent value of every setting. */
    public String usual() {
        List<String> parts = new ArrayList<>();
        NAMES.forEach((column, name) -> {
            // Not told of what no scenario has.
            if (usual.containsKey(column)) {
                parts.add(shown(column, name, usual.getOrDefault(column, "")));
            }
        });
        return String.join(" ", parts);
    }

    /** Virtual threads have no pool, and only subscribers have to do with Atmosphere. */
    private static boolean hasMeaning(String column, Map<String, String> scenario) {
        return switch (column) {
            case "max_threads" -> !"virtual".equals(scenario.get("thread_kind"));
            case "atmosphere_version", "transport", "broadcaster", "broadcaster_cache" ->
                !scenario.getOrDefault("transport", "").isEmpty();
            default -> true;
        };
    }

    private static String shown(String column, String name, String value) {
        return "%s=%s".formatted(name, value.isEmpty() ? "default" : shown(column, value));
    }

    private static String shown(String column, String value) {
        // A file that somebody edited is shown as it is.
        if (!column.endsWith("_bytes") || !value.matches("\\d{1,18}")) {
            return value;
        }
        long bytes = Long.parseLong(value);
        if (bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "m";
        }
        return bytes % (1 << 10) == 0 ? (bytes >> 10) + "k" : value;
    }

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("max_threads", "threads");
        names.put("buffer_bytes", "buffer");
        names.put("max_connections", "maxconn");
        names.put("accept_count", "accept");
        names.put("heap_max_bytes", "heap");
        names.put("stack_bytes", "stack");
        names.put("direct_memory_bytes", "direct");
        names.put("garbage_collector", "gc");
        names.put("nofile", "nofile");
        names.put("instances", "instances");
        names.put("jdk", "jdk");
        names.put("atmosphere_version", "atmosphere");
        names.put("transport", "transport");
        names.put("broadcaster", "broadcaster");
        names.put("broadcaster_cache", "cache");
        return names;
    }
}
