package io.ceiling.harness.report.console;

import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.SettingChange;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells what one setting changes, from scenarios of a run that differ in it alone. Pure functions. */
final class SettingChanges {

    private SettingChanges() {}

    /**
     * Returns a line for each scenario that another limit stopped, or at clearly more or fewer connections or bytes of heap
     * for each, than the first one that differs from it in one setting; empty if there is none.
     *
     * @param rows rows of ceilings.csv
     */
    static List<String> lines(List<CsvRow> rows) {
        List<String> told = Stream.of("container", "connector", "workload")
                .filter(column -> column.equals("workload")
                        || rows.stream().map(row -> row.text(column)).distinct().count() > 1)
                .toList();
        List<String> lines = new ArrayList<>();
        SettingChange.of(CeilingsTable.byCell(rows).values().stream()
                        .map(forks -> new SettingChange.Cell(CeilingsTable.median(forks), forks))
                        .toList())
                .forEach(change -> lines.add(line(change, told)));
        if (!lines.isEmpty()) {
            lines.add(0, "what one setting changes:");
            lines.add("");
        }
        return lines;
    }

    private static String line(SettingChange change, List<String> told) {
        List<String> changes = new ArrayList<>();
        change.ceiling()
                .ifPresent(held -> changes.add("ceiling %s -> %s"
                        .formatted(
                                Figures.count(held.before().longValue()),
                                Figures.count(held.after().longValue()))));
        change.limit().ifPresent(limit -> changes.add("%s -> %s".formatted(limit.before(), limit.after())));
        change.heap()
                .ifPresent(heap -> changes.add(String.format(
                        Locale.ROOT,
                        "heap/conn %s -> %s (%+.0f %%)",
                        Figures.bytes(OptionalDouble.of(heap.before()), OptionalDouble.empty()),
                        Figures.bytes(OptionalDouble.of(heap.after()), OptionalDouble.empty()),
                        100 * (heap.after() - heap.before()) / heap.before())));
        String where = told.stream().map(change.after().shown()::text).collect(Collectors.joining(" "));
        return "    %s, %s: %s".formatted(where, change.setting(), String.join(", ", changes));
    }
}
