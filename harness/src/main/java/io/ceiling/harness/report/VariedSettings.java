package io.ceiling.harness.report;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings that distinguish a scenario from most others of its run: those whose value is not the most frequent one.
 */
public final class VariedSettings {

    /** Release that was asked for. A run over releases is about them: each scenario tells its own, even the most frequent one. */
    public static final String RELEASE = Dimension.CONTAINER_VERSION.column();

    private static final String THREAD_KIND = Dimension.THREAD_KIND.column();

    /** Value of a setting that is left to the container or the JVM. */
    private static final String DEFAULT = "default";

    /** Short names for display, by column. */
    private static final Map<String, String> NAMES = names();

    /** Settings that most runs have off, and that a line about them all leaves out, by the text of that. */
    private static final Map<String, String> OFF = Stream.of(
                    Dimension.TLS, Dimension.DEFLATE, Dimension.CONTAINER_VERSION)
            .collect(Collectors.toMap(Dimension::column, Dimension::usual));

    private final Map<String, String> usual = new HashMap<>();

    /** Columns with more than one value. */
    private final Set<String> several = new LinkedHashSet<>();

    /**
     * Counts the values of all scenarios.
     *
     * @param scenarios settings of each scenario, by column
     */
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
                    // Keeps the first of several equally frequent values.
                    .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                    .ifPresent(most -> usual.put(column, most.getKey()));
        }
    }

    /**
     * Returns the settings of a scenario that are not the most frequent ones, such as {@code threads=2000 heap=96m};
     * empty if there are none.
     */
    public String text(Map<String, String> scenario) {
        return text(scenario, Set.of());
    }

    /**
     * Returns the settings of a scenario that are not the most frequent ones.
     *
     * @param except columns to leave out
     */
    public String text(Map<String, String> scenario, Set<String> except) {
        List<String> parts = new ArrayList<>();
        NAMES.forEach((column, name) -> {
            String value = scenario.getOrDefault(column, "");
            boolean told = !value.equals(usual.get(column)) || isTold(column);
            if (hasMeaning(column, scenario) && told && !except.contains(column)) {
                parts.add(shown(column, name, value));
            }
        });
        return String.join(" ", parts);
    }

    /**
     * Returns the value of each setting that has more than one value in the run, most frequent or not.
     *
     * @param except columns to leave out
     */
    public String several(Map<String, String> scenario, Set<String> except) {
        List<String> parts = new ArrayList<>();
        NAMES.forEach((column, name) -> {
            if (several.contains(column) && !except.contains(column) && hasMeaning(column, scenario)) {
                parts.add(shown(column, name, scenario.getOrDefault(column, "")));
            }
        });
        return String.join(" ", parts);
    }

    /** Returns the columns that this class reads. */
    public static Set<String> columns() {
        Set<String> columns = new LinkedHashSet<>(NAMES.keySet());
        columns.add(THREAD_KIND);
        return columns;
    }

    /**
     * The one setting in which two scenarios differ.
     *
     * @param name name of the setting, such as {@code buffer}
     * @param before its value in the first scenario
     * @param after its value in the second
     */
    public record SettingDifference(String name, String before, String after) {

        @Override
        public String toString() {
            return "%s %s -> %s".formatted(name, before, after);
        }
    }

    /**
     * Returns the one setting in which two scenarios differ, such as {@code buffer default -> 1k}; empty if they differ in
     * none or in several. Container, connector and workload are no settings.
     */
    public static Optional<SettingDifference> onlyDifference(CsvRow before, CsvRow after) {
        List<SettingDifference> differences = new ArrayList<>();
        Map<String, String> first = before.only(columns());
        Map<String, String> second = after.only(columns());
        if (!before.text(THREAD_KIND).equals(after.text(THREAD_KIND))) {
            differences.add(new SettingDifference("thread-kind", before.text(THREAD_KIND), after.text(THREAD_KIND)));
        }
        NAMES.forEach((column, name) -> {
            boolean meant = hasMeaning(column, first) && hasMeaning(column, second);
            if (meant && !before.text(column).equals(after.text(column))) {
                differences.add(new SettingDifference(
                        name, orDefault(column, before.text(column)), orDefault(column, after.text(column))));
            }
        });
        return differences.size() == 1 ? Optional.of(differences.get(0)) : Optional.empty();
    }

    /** Returns the most frequent value of every setting but those that are left to the container or the JVM. */
    public String usual() {
        List<String> parts = new ArrayList<>();
        NAMES.forEach((column, name) -> {
            // A setting that applies to no scenario has no most frequent value.
            String value = usual.getOrDefault(column, DEFAULT);
            boolean isLeft = value.isEmpty() || value.equals(DEFAULT);
            if (!isLeft && (several.contains(column) || !isOff(column)) && !isTold(column)) {
                parts.add(shown(column, name, value));
            }
        });
        return String.join(" ", parts);
    }

    private boolean isOff(String column) {
        return OFF.containsKey(column) && OFF.get(column).equals(usual.get(column));
    }

    private boolean isTold(String column) {
        return column.equals(RELEASE) && several.contains(column);
    }

    /**
     * Returns false for settings that do not apply: virtual threads have no pool, and only subscribers use Atmosphere.
     */
    private static boolean hasMeaning(String column, Map<String, String> scenario) {
        return switch (column) {
            case "max_threads" -> !"virtual".equals(scenario.get(THREAD_KIND));
            case "transport", "broadcaster", "broadcaster_cache" ->
                !scenario.getOrDefault("transport", "").isEmpty();
            // Servers of other platforms publish without it.
            case "atmosphere_version" ->
                !scenario.getOrDefault("transport", "").isEmpty()
                        && !scenario.getOrDefault(column, "").isEmpty();
            // Servers without a JVM have neither.
            case "garbage_collector", "jdk" ->
                !scenario.getOrDefault("garbage_collector", "").isEmpty()
                        || !scenario.getOrDefault("jdk", "").isEmpty();
            // What is off for most is not in files of earlier versions, nor of servers that were not started.
            default ->
                !OFF.containsKey(column) || !scenario.getOrDefault(column, "").isEmpty();
        };
    }

    /** Returns a setting of a scenario as all texts of this class have it, such as {@code heap=96m}. */
    public static String shown(String column, CsvRow scenario) {
        return shown(column, NAMES.getOrDefault(column, column), scenario.text(column));
    }

    private static String shown(String column, String name, String value) {
        return "%s=%s".formatted(name, orDefault(column, value));
    }

    private static String orDefault(String column, String value) {
        return value.isEmpty() ? DEFAULT : shown(column, value);
    }

    private static String shown(String column, String value) {
        // A file that was edited by hand may hold other text, which is shown unchanged.
        return column.endsWith("_bytes") && value.matches("\\d{1,18}") ? Scenario.size(Long.parseLong(value)) : value;
    }

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        Dimension.settings()
                .forEach(setting -> names.put(
                        setting.column(), setting == Dimension.CONTAINER_VERSION ? "version" : setting.label()));
        return names;
    }
}
