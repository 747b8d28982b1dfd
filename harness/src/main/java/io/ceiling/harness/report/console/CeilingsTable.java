package io.ceiling.harness.report.console;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table with a line for each scenario. Made from ceilings.csv alone; pure functions. */
public final class CeilingsTable {

    // Columns of measured values; a value that all rows share is printed once and its column left out.
    private static final List<TextTable.Column<Summary>> MEASURED = List.of(
            TextTable.text("container", row -> row.text(Dimension.CONTAINER)),
            TextTable.text("connector", row -> row.text(Dimension.CONNECTOR)),
            TextTable.text("thread kind", row -> row.text(Dimension.THREAD_KIND)),
            TextTable.text("workload", row -> row.text(Dimension.WORKLOAD)));

    private static final TextTable.Column<Summary> CHANGED = TextTable.text("changed", Summary::changed);
    private static final TextTable.Column<Summary> HELD = TextTable.figure("held", CeilingsTable::held);
    private static final TextTable.Column<Summary> IN_FLIGHT = TextTable.figure("in flight", CeilingsTable::held);
    private static final TextTable.Column<Summary> HEAP = TextTable.figure("heap each", row -> slope(row, Keys.HEAP));
    private static final TextTable.Column<Summary> PROCESS = TextTable.figure("process each", CeilingsTable::process);
    private static final TextTable.Column<Summary> STOPPED = TextTable.text("stopped by", CeilingsTable::factor);

    private static final List<TextTable.Column<Summary>> FOUND = List.of(CHANGED, HEAP, PROCESS, HELD, STOPPED);

    private static final List<TextTable.Column<Summary>> WIDE = List.of(
            CHANGED,
            HEAP,
            PROCESS,
            TextTable.figure("kernel each", row -> slope(row, Keys.KERNEL)),
            HELD,
            TextTable.figure("fails at", row -> TextTable.count(row.median(), Keys.FIRST_FAILURE)),
            STOPPED,
            TextTable.figure("p99 ms", row -> TextTable.number(row.median(), Keys.RESPONSE.p99(), 1e6, 1)),
            TextTable.figure("s", row -> Figures.seconds(seconds(row))));

    private static final int MAX_TEXT = 120;
    private static final String ELLIPSIS = "...";
    static final String NOTHING = "-";
    private static final String WHOLE_MARK = "*";
    private static final int KIBIBYTE = 1024;

    private CeilingsTable() {}

    /**
     * Returns the lines of the table and its legend. A column that no row has is left out.
     *
     * @param wide true for all columns, false for those that fit on a screen
     */
    static List<String> lines(List<Summary> rows, boolean wide) {
        List<TextTable.Column<Summary>> columns = Stream.of(MEASURED, wide ? WIDE : FOUND)
                .flatMap(List::stream)
                .filter(column -> rows.size() < 2
                        || !(MEASURED.contains(column) || column.equals(CHANGED))
                        || rows.stream().map(column.cell()).distinct().count() > 1)
                .filter(column ->
                        rows.stream().map(column.cell()).anyMatch(cell -> !cell.isEmpty() && !cell.equals(NOTHING)))
                .map(column -> column.equals(HELD) && areInFlight(rows) ? IN_FLIGHT : column)
                .toList();
        List<String> lines = new ArrayList<>(new TextTable<>(columns).lines(rows));
        lines.addAll(legend(rows));
        lines.add("");
        return lines;
    }

    private static boolean areInFlight(List<Summary> rows) {
        return rows.stream().allMatch(row -> Summary.isInFlight(row.median()));
    }

    static String slope(Summary row, ColumnKey.Amount column) {
        return ForkSlope.of(row.forks(), column)
                .map(slope -> Figures.bytes(OptionalDouble.of(slope.mean()), slope.error()))
                .orElse(NOTHING);
    }

    /** Returns the resident set; for one server in whole KiB, since servers differ by more than that. */
    static String process(Summary row) {
        String size = ForkSlope.of(row.forks(), ResidentCost.COLUMN)
                .map(slope -> slope.error().isPresent() || Math.abs(slope.mean()) < KIBIBYTE
                        ? Figures.bytes(OptionalDouble.of(slope.mean()), slope.error())
                        : Figures.number(slope.mean() / KIBIBYTE, 0) + " KiB")
                .orElse(NOTHING);
        return size + (countsFreeHeap(row) ? WHOLE_MARK : "");
    }

    private static boolean countsFreeHeap(Summary row) {
        return ResidentCost.hasFreeHeap(row.forks())
                && ForkSlope.of(row.forks(), ResidentCost.COLUMN).isPresent();
    }

    static double seconds(Summary row) {
        return row.forks().stream()
                .mapToDouble(fork -> fork.amount(Keys.SCENARIO_SECONDS))
                .sum();
    }

    /** Returns the number of a row, marked by its verdict; for several forks also the least and the most. */
    static String held(Summary row) {
        List<Double> all =
                row.forks().stream().map(fork -> fork.amount(Keys.CEILING)).toList();
        double least = Collections.min(all);
        double most = Collections.max(all);
        return least == most
                ? typical(row)
                : "%s (%s..%s)".formatted(typical(row), Figures.count((long) least), Figures.count((long) most));
    }

    /** Returns the number of a row, marked by its verdict; for several forks the median. */
    static String typical(Summary row) {
        String count = TextTable.count(row.median(), Keys.CEILING);
        return switch (row.text(Keys.VERDICT)) {
            case "reached" -> count;
            case "at-least" -> ">= " + count;
            case "invalid" -> "INVALID";
            default -> row.text(Keys.VERDICT);
        };
    }

    private static String factor(Summary row) {
        String factor = row.text(Keys.FACTOR);
        return switch (row.text(Keys.VERDICT)) {
            case "reached" ->
                factor
                        + row.limitingSetting()
                                .map(setting -> " (" + setting + ")")
                                .orElse("");
            case "at-least" -> factor.isEmpty() ? "(nothing)" : "(%s)".formatted(factor);
            case "invalid" -> "(%s)".formatted(factor);
            default -> NOTHING;
        };
    }

    private static List<String> legend(List<Summary> rows) {
        boolean repeated = rows.stream().anyMatch(row -> row.forks().size() > 1);
        List<String> verdicts = rows.stream().map(row -> row.text(Keys.VERDICT)).toList();
        boolean settings = rows.stream().anyMatch(row -> row.limitingSetting().isPresent());
        String parts = Stream.of(
                        (areInFlight(rows)
                                        ? "in flight: most requests at once that were correctly answered in time"
                                        : "held: most connections alive and correctly answered at once")
                                + (repeated ? ", of repeats the median (least..most)" : ""),
                        verdicts.contains("at-least") ? ">=: no limit up to there" : "",
                        verdicts.contains("invalid") ? "INVALID: no ceiling was found" : "",
                        settings ? "(...=...): a setting of this run" : "",
                        "each: memory of one more connection"
                                + (repeated ? ", of repeats the mean ± its standard error" : ""),
                        processLegend(rows),
                        rows.stream().anyMatch(CeilingsTable::countsFreeHeap)
                                ? WHOLE_MARK + " with them, where they could not be told apart"
                                : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
        return Paragraph.of("", 0, parts);
    }

    private static String processLegend(List<Summary> rows) {
        long without = rows.stream().filter(row -> process(row).equals(NOTHING)).count();
        if (without == rows.size()) {
            return "";
        }
        return "process: resident set less heap pages without an object"
                + (without == 0 ? "" : " (%s: not measured, or it varied too much)".formatted(NOTHING));
    }

    /** Returns a short text unchanged, and of a long one the first clauses; the file has all of them. */
    public static String cut(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        for (String end : List.of("; ", ", ", " ")) {
            int at = text.lastIndexOf(end, MAX_TEXT - ELLIPSIS.length() - end.length());
            while (at > 0 && !isWhole(text.substring(0, at))) {
                at = text.lastIndexOf(end, at - 1);
            }
            if (at > MAX_TEXT / 3) {
                return text.substring(0, at) + end.stripTrailing() + " " + ELLIPSIS;
            }
        }
        return text.substring(0, MAX_TEXT - ELLIPSIS.length()) + ELLIPSIS;
    }

    private static boolean isWhole(String text) {
        return count(text, '{') == count(text, '}')
                && count(text, '(') == count(text, ')')
                && count(text, '"') % 2 == 0;
    }

    private static long count(String text, char one) {
        return text.chars().filter(other -> other == one).count();
    }
}
