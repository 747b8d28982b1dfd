package io.ceiling.harness.report.console;

import io.ceiling.harness.report.SettingChange;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Reports the effect of one setting, from scenarios of a run that differ in it alone. Pure functions. */
final class SettingChanges {

    static final String TITLE = "WHAT A SETTING CHANGED";

    // Most lines; a matrix may have thousands of rows.
    private static final int MAX_LINES = 40;

    // Most rows that each other one is compared with.
    private static final int MAX_COMPARED = 200;

    private static final double KIBIBYTE = 1024;

    // Prefix of the settings that the name of a row may contain already.
    private static final String THREADS = "thread";

    private SettingChanges() {}

    /**
     * Returns a line for each scenario that is in no other table, with what its setting changed, or what it held.
     *
     * @param elsewhere true for rows of another table, which serve as comparison and have no line
     */
    static List<String> all(List<Summary> all, Predicate<Summary> elsewhere, LimitMarks marks, RowNames names) {
        List<List<String>> cells = new ArrayList<>();
        List<Summary> compared =
                all.stream().filter(elsewhere).limit(MAX_COMPARED).toList();
        for (Summary row : all) {
            if (!elsewhere.test(row)) {
                Optional<SettingChange> change = compared.stream()
                        .flatMap(before -> between(before, row).stream())
                        .findFirst();
                List<String> numbers = change.map(SettingChanges::numbers).orElse(List.of());
                cells.add(List.of(
                        names.plain(row),
                        change.map(found -> found.setting().toString()).orElse(row.changed()),
                        numbers.isEmpty() ? heap(row) : String.join(", ", numbers),
                        (change.flatMap(SettingChange::ceiling).isPresent()
                                        ? marks.of(row)
                                        : CeilingsTable.typical(row) + held(row.median()) + marks.of(row))
                                .strip()));
            }
        }
        return titled(cells);
    }

    /**
     * Returns a line for each scenario that differs clearly, in its limit, connections or heap per connection, from the
     * first earlier one with only one other setting.
     */
    static List<String> significantLines(List<Summary> all, RowNames names) {
        List<List<String>> cells = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            Summary after = all.get(i);
            all.subList(0, i).stream()
                    .flatMap(before -> between(before, after).stream())
                    .findFirst()
                    .filter(SettingChange::isClear)
                    .ifPresent(change -> cells.add(List.of(
                            (change.setting().name().startsWith(THREADS) ? names.withoutThreads() : names).plain(after),
                            change.setting().toString(),
                            String.join(", ", words(change)))));
        }
        return titled(cells);
    }

    private static String held(CsvRow row) {
        return Summary.isInFlight(row) ? " in flight " : " held ";
    }

    private static List<String> titled(List<List<String>> cells) {
        if (cells.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(TITLE));
        lines.addAll(TextTable.aligned(cells.subList(0, Math.min(cells.size(), MAX_LINES))));
        if (cells.size() > MAX_LINES) {
            lines.add("and %d more".formatted(cells.size() - MAX_LINES));
        }
        lines.add("");
        return lines;
    }

    private static Optional<SettingChange> between(Summary before, Summary after) {
        return SettingChange.between(cell(before), cell(after));
    }

    private static SettingChange.SettingForks cell(Summary row) {
        return new SettingChange.SettingForks(row.median(), row.forks());
    }

    private static List<String> words(SettingChange change) {
        List<String> words = new ArrayList<>(numbers(change));
        change.limit().ifPresent(limit -> words.add("now " + limit.after()));
        return words;
    }

    private static List<String> numbers(SettingChange change) {
        List<String> numbers = new ArrayList<>();
        change.heap()
                .ifPresent(heap -> numbers.add(String.format(
                        Locale.ROOT,
                        "heap %.1f -> %.1f KiB each (%+.0f %%)",
                        heap.before() / KIBIBYTE,
                        heap.after() / KIBIBYTE,
                        100 * (heap.after() - heap.before()) / heap.before())));
        change.ceiling()
                .ifPresent(ceiling -> numbers.add("%s -> %s%s"
                        .formatted(
                                Figures.count(ceiling.before().longValue()),
                                Figures.count(ceiling.after().longValue()),
                                held(change.after().medianRow()).stripTrailing())));
        return numbers;
    }

    private static String heap(Summary row) {
        return ForkSlope.of(row.forks(), Keys.HEAP)
                .map(slope -> String.format(Locale.ROOT, "heap %.1f KiB each", slope.mean() / KIBIBYTE))
                .orElse("");
    }
}
