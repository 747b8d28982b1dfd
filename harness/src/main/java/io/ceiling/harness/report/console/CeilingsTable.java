package io.ceiling.harness.report.console;

import io.ceiling.harness.model.Plural;
import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.ResidentCost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table at the end of a run, made from ceilings.csv alone. A pure function. */
public final class CeilingsTable {

    /**
     * A row of the table.
     *
     * @param forks rows of one fork, or of several that agree
     * @param varied settings in which the scenario differs from most others
     */
    private record Row(List<CsvRow> forks, String varied) {

        /** Returns true if it has a cost of the resident set that counts pages of the heap without an object. */
        boolean countsFreeHeap() {
            return ResidentCost.hasFreeHeap(forks)
                    && !slope(forks, ResidentCost.COLUMN).equals(NOTHING);
        }

        String resident() {
            return slope(forks, ResidentCost.COLUMN) + (countsFreeHeap() ? WHOLE_MARK : "");
        }

        CsvRow first() {
            return forks.get(0);
        }

        CsvRow median() {
            return CeilingsTable.median(forks);
        }

        double seconds() {
            return forks.stream().mapToDouble(fork -> fork.amount("duration_s")).sum();
        }
    }

    /** Columns of what is measured: one that says the same of all rows is left out, and said once. */
    private static final List<TextTable.Column<Row>> MEASURED = List.of(
            TextTable.text("container", row -> row.first().text("container")),
            TextTable.text("connector", row -> row.first().text("connector")),
            TextTable.text("thread kind", row -> row.first().text("thread_kind")),
            TextTable.text("workload", row -> row.first().text("workload")));

    private static final List<TextTable.Column<Row>> FOUND = List.of(
            TextTable.text("varied", Row::varied),
            TextTable.figure("ceiling", row -> ceiling(row.forks(), row.median())),
            TextTable.figure("fails at", row -> count(row.median(), "first_failure_connections")),
            TextTable.text("limiting factor", row -> factor(row.median())),
            TextTable.figure("heap/conn", row -> slope(row.forks(), "heap_bytes_per_connection")),
            TextTable.figure("RSS/conn", Row::resident),
            TextTable.figure("s", row -> Figures.seconds(row.seconds())));

    private static final int MAX_TEXT = 120;
    private static final String ELLIPSIS = "...";
    private static final String NOTHING = "-";

    /** Beginning of a line about limits that come after the one that was met. */
    static final String NEXT = "    next ";

    private static final String WHOLE_MARK = "*";

    private CeilingsTable() {}

    /**
     * Returns the lines of the table, followed by evidence and legend. There is one row for each scenario; forks that
     * agree on the limit share a row.
     *
     * @param rows rows of ceilings.csv
     */
    public static List<String> lines(List<CsvRow> rows) {
        VariedSettings varied =
                new VariedSettings(rows.stream().map(CsvRow::named).toList());
        List<Row> table = new ArrayList<>();
        boolean repeated = false;
        for (List<CsvRow> forks : byCell(rows).values()) {
            if (forks.size() > 1 && agree(forks)) {
                table.add(new Row(forks, varied.text(forks.get(0).named())));
                repeated = true;
            } else {
                for (CsvRow fork : forks) {
                    String fork1 = forks.size() > 1 ? " fork=" + fork.text("fork") : "";
                    table.add(new Row(List.of(fork), (varied.text(fork.named()) + fork1).strip()));
                }
            }
        }
        List<TextTable.Column<Row>> same = MEASURED.stream()
                .filter(column -> table.size() > 1
                        && table.stream().map(column.cell()).distinct().count() == 1)
                .toList();
        List<TextTable.Column<Row>> columns = Stream.of(MEASURED, FOUND)
                .flatMap(List::stream)
                .filter(column -> !same.contains(column))
                // Without a row that varies, the column of what varies is blank.
                .filter(column ->
                        table.isEmpty() || table.stream().map(column.cell()).anyMatch(cell -> !cell.isEmpty()))
                .toList();
        List<String> lines = new ArrayList<>(new TextTable<>(columns).lines(table));
        List<String> common = new ArrayList<>();
        if (!same.isEmpty()) {
            common.add("all rows: "
                    + same.stream()
                            .map(column -> column.cell().apply(table.get(0)))
                            .collect(Collectors.joining(" ")));
        }
        if (!varied.usual().isEmpty()) {
            common.add("unless varied: " + varied.usual());
        }
        lines.add(String.join("; ", common));
        lines.add("");
        lines.addAll(SettingChanges.lines(rows));
        lines.addAll(evidence(rows));
        lines.addAll(warnings(rows));
        lines.addAll(handshakes(rows));
        lines.add(legend(rows, repeated));
        if (table.stream().anyMatch(row -> !row.resident().equals(NOTHING))) {
            lines.add("RSS/conn: resident set less heap pages that hold no object%s."
                    .formatted(
                            table.stream().anyMatch(Row::countsFreeHeap)
                                    ? "; " + WHOLE_MARK + " with them, where they could not be told apart"
                                    : ""));
        }
        return lines;
    }

    static Map<String, List<CsvRow>> byCell(List<CsvRow> rows) {
        Map<String, List<CsvRow>> cells = new LinkedHashMap<>();
        for (CsvRow row : rows) {
            String cell = row.text("scenario").replaceFirst("-fork\\d+$", "");
            cells.computeIfAbsent(cell, name -> new ArrayList<>()).add(row);
        }
        return cells;
    }

    private static boolean agree(List<CsvRow> forks) {
        return forks.stream()
                .allMatch(fork -> fork.text("verdict").equals("reached")
                        && fork.text("limiting_factor").equals(forks.get(0).text("limiting_factor")));
    }

    /** Returns the mean of the slopes, of several forks with its error; a dash if they tell nothing. */
    private static String slope(List<CsvRow> forks, String column) {
        return ForkSlope.of(forks, column)
                .map(slope -> Figures.bytes(OptionalDouble.of(slope.mean()), slope.error()))
                .orElse(NOTHING);
    }

    static CsvRow median(List<CsvRow> forks) {
        List<CsvRow> sorted = new ArrayList<>(forks);
        sorted.sort((a, b) -> Double.compare(
                a.number("ceiling_connections").orElse(0),
                b.number("ceiling_connections").orElse(0)));
        return sorted.get((sorted.size() - 1) / 2);
    }

    static String ceiling(List<CsvRow> forks, CsvRow shown) {
        String count = count(shown, "ceiling_connections");
        if (forks.size() > 1) {
            List<Double> all = forks.stream()
                    .map(fork -> fork.number("ceiling_connections").orElse(0))
                    .toList();
            return "%s (%s..%s)"
                    .formatted(
                            count,
                            Figures.count(Collections.min(all).longValue()),
                            Figures.count(Collections.max(all).longValue()));
        }
        return switch (shown.text("verdict")) {
            case "reached" -> count;
            case "at-least" -> ">= " + count;
            case "invalid" -> "INVALID";
            default -> shown.text("verdict");
        };
    }

    static String factor(CsvRow row) {
        return switch (row.text("verdict")) {
            case "reached" -> row.text("limiting_factor");
            case "at-least" -> row.text("limiting_factor").isEmpty() ? "(none met)" : named(row);
            case "invalid" -> named(row);
            default -> "-";
        };
    }

    private static String named(CsvRow row) {
        return "(%s)".formatted(row.text("limiting_factor"));
    }

    private static String count(CsvRow row, String column) {
        return row.number(column).isPresent()
                ? Figures.count((long) row.number(column).getAsDouble())
                : "-";
    }

    /**
     * Returns evidence and relief of each factor, from the row with the median ceiling of those that have it, and one line
     * for each other reason.
     */
    static List<String> evidence(List<CsvRow> rows) {
        Map<String, List<CsvRow>> reached = new LinkedHashMap<>();
        Map<String, List<String>> others = new LinkedHashMap<>();
        for (CsvRow row : rows) {
            if (row.text("verdict").equals("reached")) {
                reached.computeIfAbsent(row.text("limiting_factor"), any -> new ArrayList<>())
                        .add(row);
            } else {
                // Without the name of the scenario, the same reason of many scenarios becomes one line.
                String why = row.text("why").replace(row.text("scenario") + ": ", "");
                others.putIfAbsent(cut("%s: %s".formatted(row.text("verdict"), why)), relief(row));
            }
        }
        List<String> all = new ArrayList<>();
        reached.values().forEach(rowsOfOne -> all.addAll(evidence(median(rowsOfOne))));
        others.forEach((why, relief) -> {
            all.add(why);
            all.addAll(relief);
        });
        if (!all.isEmpty()) {
            all.add("");
        }
        return all;
    }

    /** Returns one line for all rows with a warning, with the first of them. */
    static List<String> warnings(List<CsvRow> rows) {
        List<CsvRow> warned =
                rows.stream().filter(row -> !row.text("warnings").isEmpty()).toList();
        return warned.isEmpty()
                ? List.of()
                : List.of(
                        cut("warning, %d of %s (column warnings): %s"
                                .formatted(
                                        warned.size(),
                                        Plural.of(rows.size(), "row"),
                                        warned.get(0).text("warnings"))),
                        "");
    }

    /** Returns one line with the fastest handshakes of each server over TLS; none without TLS. */
    private static List<String> handshakes(List<CsvRow> rows) {
        Map<String, Double> fastest = new LinkedHashMap<>();
        for (CsvRow row : rows) {
            row.number("tls_handshakes_per_second")
                    .ifPresent(rate -> fastest.merge(
                            row.text("container") + " " + row.text("connector") + " " + row.text("thread_kind"),
                            rate,
                            Math::max));
        }
        List<String> servers = new ArrayList<>();
        fastest.forEach((server, rate) -> servers.add("%s %s".formatted(server, Figures.count(Math.round(rate)))));
        return servers.isEmpty()
                ? List.of()
                : List.of("full TLS handshakes a second, of server and load agents together: "
                        + String.join(", ", servers));
    }

    private static List<String> evidence(CsvRow row) {
        List<String> lines = new ArrayList<>();
        lines.add(cut("%s: %s".formatted(row.text("limiting_factor"), row.text("evidence"))));
        lines.addAll(relief(row));
        if (!row.text("next_limits").isEmpty()) {
            lines.add(cut(NEXT + row.text("next_limits")));
        }
        return lines;
    }

    private static List<String> relief(CsvRow row) {
        return row.text("relief").isEmpty() ? List.of() : List.of("    -> " + row.text("relief"));
    }

    /** Explains what the table has. */
    private static String legend(List<CsvRow> rows, boolean repeated) {
        Set<String> verdicts = rows.stream().map(row -> row.text("verdict")).collect(Collectors.toSet());
        return "ceiling: most connections alive and correctly answered at once%s%s%s; /conn: slope in one server (a ± is between servers)%s."
                .formatted(
                        repeated ? ", of repeats the median (least..most)" : "",
                        verdicts.contains("at-least") ? "; >=: nothing broke" : "",
                        verdicts.contains("invalid") ? "; INVALID: says nothing about the server" : "",
                        repeated ? "; of repeats mean ± standard error, (± error) where that hides it" : "");
    }

    /** Returns a text as it is, or as many whole clauses as are read on a screen; the file has the others. */
    static String cut(String text) {
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

    /** Returns true if no quotation, bracket or object of JSON is open at the end of a text. */
    private static boolean isWhole(String text) {
        return count(text, '{') == count(text, '}')
                && count(text, '(') == count(text, ')')
                && count(text, '"') % 2 == 0;
    }

    private static long count(String text, char one) {
        return text.chars().filter(other -> other == one).count();
    }
}
