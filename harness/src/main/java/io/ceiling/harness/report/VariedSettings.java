package io.ceiling.harness.report;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings that distinguish a scenario from most others of its run: those whose value is not the most frequent one.
 */
public final class VariedSettings {

    // Value of a setting that is left to the container or the JVM.
    private static final String DEFAULT = "default";

    private static final List<Dimension> SETTINGS = Dimension.settings();

    // Settings that most runs have off, and that a line about them all leaves out.
    private static final Set<Dimension> MOSTLY_OFF =
            EnumSet.of(Dimension.TLS, Dimension.DEFLATE, Dimension.CONTAINER_VERSION);

    private final Map<Dimension, String> usual = new EnumMap<>(Dimension.class);

    // Settings with more than one value.
    private final Set<Dimension> multiValued = EnumSet.noneOf(Dimension.class);

    /**
     * Counts the values of all scenarios.
     *
     * @param scenarios rows with the settings of each scenario
     */
    public VariedSettings(List<CsvRow> scenarios) {
        for (Dimension setting : SETTINGS) {
            Map<String, Integer> counts = new LinkedHashMap<>();
            scenarios.stream()
                    .filter(scenario -> applies(setting, scenario))
                    .forEach(scenario -> counts.merge(scenario.text(setting), 1, Integer::sum));
            if (counts.size() > 1) {
                multiValued.add(setting);
            }
            counts.entrySet().stream()
                    // Keeps the first of several equally frequent values.
                    .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                    .ifPresent(most -> usual.put(setting, most.getKey()));
        }
    }

    /**
     * Returns the settings of a scenario that are not the most frequent ones, such as {@code threads=2000 heap=96m};
     * empty if there are none.
     */
    public String text(CsvRow scenario) {
        return text(scenario, Set.of());
    }

    /**
     * Returns the settings of a scenario that are not the most frequent ones.
     *
     * @param except settings to leave out
     */
    public String text(CsvRow scenario, Set<Dimension> except) {
        List<String> parts = new ArrayList<>();
        for (Dimension setting : SETTINGS) {
            boolean isShown = !scenario.text(setting).equals(usual.get(setting)) || isAlwaysShown(setting);
            if (applies(setting, scenario) && isShown && !except.contains(setting)) {
                parts.add(shown(setting, scenario));
            }
        }
        return String.join(" ", parts);
    }

    /**
     * Returns the value of each setting that has more than one value in the run, most frequent or not.
     *
     * @param except settings to leave out
     */
    public String multiValued(CsvRow scenario, Set<Dimension> except) {
        List<String> parts = new ArrayList<>();
        for (Dimension setting : SETTINGS) {
            if (multiValued.contains(setting) && !except.contains(setting) && applies(setting, scenario)) {
                parts.add(shown(setting, scenario));
            }
        }
        return String.join(" ", parts);
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
        String kind = before.text(Dimension.THREAD_KIND);
        if (!kind.equals(after.text(Dimension.THREAD_KIND))) {
            differences.add(
                    new SettingDifference(Dimension.THREAD_KIND.label(), kind, after.text(Dimension.THREAD_KIND)));
        }
        for (Dimension setting : SETTINGS) {
            boolean meant = applies(setting, before) && applies(setting, after);
            if (meant && !before.text(setting).equals(after.text(setting))) {
                differences.add(new SettingDifference(name(setting), value(setting, before), value(setting, after)));
            }
        }
        return differences.size() == 1 ? Optional.of(differences.get(0)) : Optional.empty();
    }

    /** Returns the most frequent value of every setting but those that are left to the container or the JVM. */
    public String usual() {
        List<String> parts = new ArrayList<>();
        for (Dimension setting : SETTINGS) {
            // A setting that applies to no scenario has no most frequent value.
            String value = usual.getOrDefault(setting, DEFAULT);
            boolean isLeft = value.isEmpty() || value.equals(DEFAULT);
            if (!isLeft && (multiValued.contains(setting) || !isOff(setting)) && !isAlwaysShown(setting)) {
                parts.add(shown(setting, value));
            }
        }
        return String.join(" ", parts);
    }

    private boolean isOff(Dimension setting) {
        return MOSTLY_OFF.contains(setting) && setting.defaultValue().equals(usual.get(setting));
    }

    // In a run over several releases each scenario names its own, even the most frequent one.
    private boolean isAlwaysShown(Dimension setting) {
        return setting == Dimension.CONTAINER_VERSION && multiValued.contains(setting);
    }

    // Returns false for settings that do not apply: virtual threads have no pool, and only subscribers use
    // Atmosphere.
    private static boolean applies(Dimension setting, CsvRow scenario) {
        return switch (setting) {
            case THREADS -> !scenario.text(Dimension.THREAD_KIND).equals("virtual");
            case TRANSPORT, BROADCASTER, CACHE ->
                !scenario.text(Dimension.TRANSPORT).isEmpty();
            // Servers without a JVM have neither.
            case GC, JDK ->
                !scenario.text(Dimension.GC).isEmpty()
                        || !scenario.text(Dimension.JDK).isEmpty();
            // Files of earlier versions, and of external servers, lack the settings that are mostly off.
            default -> !MOSTLY_OFF.contains(setting) || !scenario.text(setting).isEmpty();
        };
    }

    /** Returns a setting of a scenario as text, such as {@code heap=96m}. */
    public static String shown(Dimension setting, CsvRow scenario) {
        return shown(setting, scenario.text(setting));
    }

    private static String shown(Dimension setting, String value) {
        return "%s=%s".formatted(name(setting), value(setting, value));
    }

    private static String name(Dimension setting) {
        return setting == Dimension.CONTAINER_VERSION ? "version" : setting.label();
    }

    private static String value(Dimension setting, CsvRow scenario) {
        return value(setting, scenario.text(setting));
    }

    private static String value(Dimension setting, String text) {
        // A file that was edited by hand may hold other text, which is shown unchanged.
        boolean isSize = setting.column().endsWith("_bytes") && text.matches("\\d{1,18}");
        return isSize ? Scenario.size(Long.parseLong(text)) : text.isEmpty() ? DEFAULT : text;
    }
}
