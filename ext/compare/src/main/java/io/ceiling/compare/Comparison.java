package io.ceiling.compare;

import io.ceiling.container.Limit;
import io.ceiling.container.Tls;
import io.ceiling.harness.expect.KnownFigure;
import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A comparison of two runs, scenario by scenario. A pure function of their rows.
 *
 * @param lines one line for each metric of each scenario that both runs measured
 * @param differences settings with one value in each run that differ, and versions and caps that differ: the subject of
 *     the comparison
 * @param serverJdks one line if the servers ran on different JDKs, which change memory and may differ by machine as
 *     well as by choice; otherwise empty
 * @param unmatched scenarios that only one run has
 * @param verdicts scenarios whose verdict or limiting factor differs
 * @param gaps metrics of the first run's scenarios that have no line
 */
public record Comparison(
        List<ComparedMetric> lines,
        List<String> differences,
        List<String> serverJdks,
        List<String> unmatched,
        List<String> verdicts,
        List<UnjudgedMetric> gaps) {

    /**
     * One metric of one scenario.
     *
     * @param scenario name of the scenario
     * @param figureChange the figure in both runs, and its difference
     */
    public record ComparedMetric(String scenario, FigureChange figureChange) {

        public Metric metric() {
            return figureChange.pair().metric();
        }

        /** Returns the median of the first run. */
        public double before() {
            return figureChange.pair().before().median();
        }

        /** Returns the median of the second run. */
        public double after() {
            return figureChange.pair().after().median();
        }

        /** Returns the relative change of the median, 0.1 is 10 % more. */
        public double change() {
            return figureChange.change();
        }

        /** Returns true if the change is beyond the noise. */
        public boolean hasMoved() {
            return figureChange.hasMoved();
        }

        /** Returns true if the figure moved for the worse. */
        public boolean isWorse() {
            return hasMoved() && (metric().moreIsBetter() ? change() < 0 : change() > 0);
        }

        /** Returns true if the change is large enough to report, but too few forks tell it from noise. */
        public boolean isUndecided() {
            return figureChange.isUndecided();
        }

        /** Returns the rule that decided. */
        public String explanation() {
            return figureChange.explanation();
        }
    }

    // Settings whose difference is reported, but which do not identify a scenario.
    private static final List<ColumnKey> REPORTED_SETTINGS =
            List.of(Keys.CONTAINER_VERSION, Dimension.JDK, Keys.ATMOSPHERE, Keys.CAP);

    // Settings that identify a scenario. Versions are not among them, since they are what a comparison is often
    // about.
    private static final List<ColumnKey> KEY_SETTINGS = Stream.of(
                    Stream.of(Dimension.CONTAINER, Dimension.CONNECTOR, Dimension.THREAD_KIND, Dimension.WORKLOAD),
                    Dimension.settings().stream().filter(setting -> !REPORTED_SETTINGS.contains(setting)))
            .<ColumnKey>flatMap(settings -> settings)
            .toList();

    // Settings that are off or left to the server by default, with their default text.
    private static final Map<ColumnKey, String> UNSET_VALUES = Dimension.settings().stream()
            .filter(setting ->
                    List.of(Limit.DEFAULT.toString(), Tls.OFF.label()).contains(setting.defaultValue()))
            .collect(Collectors.toMap(setting -> setting, Dimension::defaultValue));

    public Comparison {
        lines = List.copyOf(lines);
        differences = List.copyOf(differences);
        serverJdks = List.copyOf(serverJdks);
        unmatched = List.copyOf(unmatched);
        verdicts = List.copyOf(verdicts);
        gaps = List.copyOf(gaps);
    }

    /** Compares the rows of two files ceilings.csv. All figures that both have are tested together. */
    public static Comparison of(List<CsvRow> before, List<CsvRow> after) {
        List<String> differences = new ArrayList<>();
        List<ColumnKey> key = new ArrayList<>();
        for (ColumnKey column : KEY_SETTINGS) {
            Set<String> left = values(before, column);
            Set<String> right = values(after, column);
            boolean disjoint =
                    !left.isEmpty() && !right.isEmpty() && left.stream().noneMatch(right::contains);
            // With one value on each side, the setting is the subject of the comparison; with several values it is not
            // known which belong together.
            if (disjoint && left.size() == 1 && right.size() == 1) {
                differences.add(difference(column.column(), left, right));
            } else {
                key.add(column);
            }
        }
        for (ColumnKey column : REPORTED_SETTINGS) {
            Set<String> left = values(before, column);
            Set<String> right = values(after, column);
            if (!left.equals(right)) {
                differences.add(difference(column.column(), left, right));
            }
        }
        Map<List<String>, List<CsvRow>> ofBefore = byKey(before, key);
        Map<List<String>, List<CsvRow>> ofAfter = byKey(after, key);
        List<String> scenarios = new ArrayList<>();
        List<FigureChange.FigurePair> pairs = new ArrayList<>();
        List<String> unmatched = new ArrayList<>();
        List<String> verdicts = new ArrayList<>();
        List<UnjudgedMetric> gaps = new ArrayList<>();
        ofBefore.forEach((settings, forks) -> {
            List<CsvRow> others = ofAfter.get(settings);
            String name = name(settings, key);
            if (others == null) {
                unmatched.add(name + ": only in the first run");
            } else {
                verdict(name, forks, others).ifPresent(verdicts::add);
            }
            boolean byCount = Stream.of(forks, others == null ? List.<CsvRow>of() : others)
                    .flatMap(List::stream)
                    .allMatch(Comparison::isByCount);
            for (Metric metric : Metric.values()) {
                KnownFigure left = KnownFigure.of(metric, forks);
                KnownFigure right = others == null ? KnownFigure.NOTHING : KnownFigure.of(metric, others, forks);
                if (left.figure().isPresent() && right.figure().isPresent()) {
                    scenarios.add(name);
                    pairs.add(new FigureChange.FigurePair(
                            metric, left.figure().get(), right.figure().get(), metric != Metric.CEILING || byCount));
                } else {
                    gaps.add(new UnjudgedMetric(name, metric, left, right));
                }
            }
        });
        ofAfter.keySet().stream()
                .filter(settings -> !ofBefore.containsKey(settings))
                .forEach(settings -> unmatched.add(name(settings, key) + ": only in the second run"));
        List<FigureChange> shifts = FigureChange.of(pairs);
        List<ComparedMetric> lines = IntStream.range(0, pairs.size())
                .mapToObj(i -> new ComparedMetric(scenarios.get(i), shifts.get(i)))
                .toList();
        return new Comparison(lines, differences, serverJdks(before, after), unmatched, verdicts, gaps);
    }

    public List<ComparedMetric> movedMetrics() {
        return lines.stream().filter(ComparedMetric::hasMoved).toList();
    }

    // Returns true for a ceiling by an exhausted number of held connections, for which the spread was recorded. A
    // ceiling by late answers varies by whole rounds of requests, since waiting requests are not served in their order
    // of arrival.
    private static boolean isByCount(CsvRow row) {
        return !Summary.isInFlight(row)
                && LimitingFactor.find(row.text(Keys.FACTOR))
                        .filter(factor -> !factor.isTransient())
                        .isPresent();
    }

    private static Optional<String> verdict(String name, List<CsvRow> forks, List<CsvRow> others) {
        String before = outcome(forks);
        String after = outcome(others);
        return before.equals(after) ? Optional.empty() : Optional.of("%s: %s, then %s".formatted(name, before, after));
    }

    private static String outcome(List<CsvRow> forks) {
        Set<String> outcomes = new TreeSet<>();
        forks.forEach(fork -> outcomes.add((fork.text(Keys.VERDICT) + " " + fork.text(Keys.FACTOR)).strip()));
        return String.join(" or ", outcomes);
    }

    private static String setting(CsvRow row, ColumnKey column) {
        String text = row.text(column);
        return text.equals(UNSET_VALUES.get(column)) ? "" : text;
    }

    private static Map<List<String>, List<CsvRow>> byKey(List<CsvRow> rows, List<ColumnKey> key) {
        Map<List<String>, List<CsvRow>> all = new LinkedHashMap<>();
        rows.forEach(row -> all.computeIfAbsent(
                        key.stream().map(column -> setting(row, column)).toList(), settings -> new ArrayList<>())
                .add(row));
        return all;
    }

    private static String name(List<String> settings, List<ColumnKey> key) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            String value = settings.get(i);
            if (KEY_SETTINGS.indexOf(key.get(i)) < 4) {
                parts.add(value);
            } else if (!value.isEmpty() && !(key.get(i) == Dimension.INSTANCES && value.equals("1"))) {
                parts.add(key.get(i).column() + "=" + value);
            }
        }
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    private static List<String> serverJdks(List<CsvRow> before, List<CsvRow> after) {
        Set<String> left = values(before, Keys.used(Dimension.JDK));
        Set<String> right = values(after, Keys.used(Dimension.JDK));
        // The row of a server that did not start has no JDK.
        left.remove("");
        right.remove("");
        return left.equals(right) || left.isEmpty() || right.isEmpty()
                ? List.of()
                : List.of(difference("server JDK", left, right));
    }

    private static String difference(String column, Set<String> left, Set<String> right) {
        return "%s: %s, then %s".formatted(column, text(left), text(right));
    }

    private static String text(Set<String> values) {
        return values.stream().map(value -> value.isEmpty() ? "default" : value).collect(Collectors.joining(", "));
    }

    private static Set<String> values(List<CsvRow> rows, ColumnKey column) {
        return rows.stream().map(row -> setting(row, column)).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
