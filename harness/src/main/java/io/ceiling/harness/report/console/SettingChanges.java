package io.ceiling.harness.report.console;

import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells what one setting changes, from scenarios of a run that differ in it alone. Made from ceilings.csv; a pure function.
 */
final class SettingChanges {

    private static final String HEAP = "heap_bytes_per_connection";
    private static final String CEILING = "ceiling_connections";

    /** Below these shares two servers of the same settings may differ. */
    private static final double CEILINGS_DIFFER = 0.05;

    private static final double HEAPS_DIFFER = 0.1;

    /** Standard errors of both means below which forks do not differ. */
    private static final double ERRORS = 2;

    private SettingChanges() {}

    /**
     * Returns a line for each scenario that another limit stopped, or at clearly more or fewer connections or bytes of heap
     * for each, than the first one that differs from it in one setting; empty if there is none.
     *
     * @param rows rows of ceilings.csv
     */
    static List<String> lines(List<CsvRow> rows) {
        List<List<CsvRow>> cells = List.copyOf(CeilingsTable.byCell(rows).values());
        List<String> told = Stream.of("container", "connector", "workload")
                .filter(column -> column.equals("workload")
                        || rows.stream().map(row -> row.text(column)).distinct().count() > 1)
                .toList();
        List<String> lines = new ArrayList<>();
        for (int i = 1; i < cells.size(); i++) {
            List<CsvRow> after = cells.get(i);
            cells.subList(0, i).stream()
                    .flatMap(before -> setting(before.get(0), after.get(0)).stream()
                            .map(setting -> line(before, after, setting, told)))
                    .findFirst()
                    .flatMap(line -> line)
                    .ifPresent(lines::add);
        }
        if (!lines.isEmpty()) {
            lines.add(0, "what one setting changes:");
            lines.add("");
        }
        return lines;
    }

    private static Optional<String> setting(CsvRow before, CsvRow after) {
        return Stream.of("container", "connector", "workload")
                        .allMatch(column -> before.text(column).equals(after.text(column)))
                ? VariedSettings.onlyDifference(before, after)
                : Optional.empty();
    }

    private static Optional<String> line(List<CsvRow> before, List<CsvRow> after, String setting, List<String> told) {
        CsvRow first = CeilingsTable.median(before);
        CsvRow second = CeilingsTable.median(after);
        List<String> changes = new ArrayList<>();
        if (isReached(first) && isReached(second)) {
            double least = first.amount(CEILING);
            double most = second.amount(CEILING);
            if (Math.abs(most - least) > CEILINGS_DIFFER * Math.max(least, most)) {
                changes.add("ceiling %s -> %s".formatted(Figures.count((long) least), Figures.count((long) most)));
            }
            if (!CeilingsTable.factor(first).equals(CeilingsTable.factor(second))) {
                changes.add("%s -> %s".formatted(CeilingsTable.factor(first), CeilingsTable.factor(second)));
            }
        }
        heap(before, after).ifPresent(changes::add);
        String where = told.stream().map(after.get(0)::text).collect(Collectors.joining(" "));
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of("    %s, %s: %s".formatted(where, setting, String.join(", ", changes)));
    }

    private static boolean isReached(CsvRow row) {
        return row.text("verdict").equals("reached");
    }

    private static Optional<String> heap(List<CsvRow> before, List<CsvRow> after) {
        Optional<ForkSlope> first = ForkSlope.of(before, HEAP);
        Optional<ForkSlope> second = ForkSlope.of(after, HEAP);
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        double one = first.get().mean();
        double other = second.get().mean();
        double errors = first.get().error().orElse(0) + second.get().error().orElse(0);
        double bound = Math.max(HEAPS_DIFFER * Math.max(one, other), ERRORS * errors);
        return one <= 0 || Math.abs(other - one) <= bound
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "heap/conn %s -> %s (%+.0f %%)",
                        Figures.bytes(OptionalDouble.of(one), OptionalDouble.empty()),
                        Figures.bytes(OptionalDouble.of(other), OptionalDouble.empty()),
                        100 * (other - one) / one));
    }
}
