package io.ceiling.harness.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The table that ends a run, made from ceilings.csv alone; a pure function. */
public final class ConsoleTable {

    private static final List<String> HEADER = List.of(
            "container",
            "connector",
            "threads",
            "workload",
            "varied",
            "ceiling",
            "fails at",
            "limiting factor",
            "heap/conn",
            "RSS/conn",
            "s");

    /** Text left, figures right. */
    private static final Set<Integer> RIGHT = Set.of(5, 6, 8, 9, 10);

    private static final int MAX_TEXT = 150;

    private ConsoleTable() {}

    /**
     * The table's lines: one row per scenario, repeats that agree on the limit in one row; then evidence, legend, folder.
     *
     * @param rows of ceilings.csv
     * @param folder of the run
     */
    public static List<String> lines(List<CeilingRow> rows, Path folder) {
        Varied varied = new Varied(rows.stream().map(CeilingRow::cells).toList());
        List<List<String>> table = new ArrayList<>();
        table.add(HEADER);
        boolean repeated = false;
        for (List<CeilingRow> forks : byCell(rows).values()) {
            if (forks.size() > 1 && agree(forks)) {
                table.add(row(forks, varied.text(forks.get(0).cells())));
                repeated = true;
            } else {
                for (CeilingRow fork : forks) {
                    String fork1 = forks.size() > 1 ? " fork=" + fork.text("fork") : "";
                    table.add(row(List.of(fork), (varied.text(fork.cells()) + fork1).strip()));
                }
            }
        }
        List<String> lines = new ArrayList<>(TextLayout.lines(table, RIGHT));
        if (!rows.isEmpty()) {
            lines.add("unless varied: " + varied.usual());
        }
        lines.add("");
        lines.addAll(evidence(rows));
        lines.add(legend(repeated));
        lines.add("results: " + folder);
        return lines;
    }

    private static Map<String, List<CeilingRow>> byCell(List<CeilingRow> rows) {
        Map<String, List<CeilingRow>> cells = new LinkedHashMap<>();
        for (CeilingRow row : rows) {
            String cell = row.text("scenario").replaceFirst("-fork\\d+$", "");
            cells.computeIfAbsent(cell, name -> new ArrayList<>()).add(row);
        }
        return cells;
    }

    private static boolean agree(List<CeilingRow> forks) {
        return forks.stream()
                .allMatch(fork -> fork.text("verdict").equals("reached")
                        && fork.text("limiting_factor").equals(forks.get(0).text("limiting_factor")));
    }

    private static List<String> row(List<CeilingRow> forks, String varied) {
        CeilingRow first = forks.get(0);
        double seconds = forks.stream()
                .mapToDouble(fork -> fork.number("duration_s").orElse(0))
                .sum();
        CeilingRow shown = median(forks);
        return List.of(
                first.text("container"),
                first.text("connector"),
                first.text("thread_kind"),
                first.text("workload"),
                varied,
                ceiling(forks, shown),
                count(shown, "first_failure_connections"),
                factor(shown),
                slope(shown, "heap_bytes_per_connection"),
                slope(shown, "rss_bytes_per_connection"),
                Figures.seconds(seconds));
    }

    /** Without an error, as of a line through two points, a slope says nothing. */
    private static String slope(CeilingRow row, String column) {
        OptionalDouble error = row.number(column + "_se");
        return error.isEmpty() ? "-" : Figures.bytes(row.number(column), error);
    }

    private static CeilingRow median(List<CeilingRow> forks) {
        List<CeilingRow> sorted = new ArrayList<>(forks);
        sorted.sort((a, b) -> Double.compare(
                a.number("ceiling_connections").orElse(0),
                b.number("ceiling_connections").orElse(0)));
        return sorted.get((sorted.size() - 1) / 2);
    }

    private static String ceiling(List<CeilingRow> forks, CeilingRow shown) {
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

    private static String factor(CeilingRow row) {
        return switch (row.text("verdict")) {
            case "reached" -> row.text("limiting_factor");
            case "at-least" -> row.text("limiting_factor").isEmpty() ? "(none met)" : named(row);
            case "invalid" -> named(row);
            default -> "-";
        };
    }

    private static String named(CeilingRow row) {
        return "(%s)".formatted(row.text("limiting_factor"));
    }

    private static String count(CeilingRow row, String column) {
        return row.number(column).isPresent()
                ? Figures.count((long) row.number(column).getAsDouble())
                : "-";
    }

    /** Evidence and relief of each factor, from the first row that met it, and one line for each other reason. */
    private static List<String> evidence(List<CeilingRow> rows) {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        Map<String, List<String>> others = new LinkedHashMap<>();
        for (CeilingRow row : rows) {
            if (row.text("verdict").equals("reached")) {
                lines.putIfAbsent(row.text("limiting_factor"), evidence(row));
            } else {
                // Without the scenario's own name, so that one reason of many scenarios is one line.
                String why = row.text("why").replace(row.text("scenario") + ": ", "");
                others.putIfAbsent(cut("%s: %s".formatted(row.text("verdict"), why)), relief(row));
            }
        }
        List<String> all = new ArrayList<>();
        lines.values().forEach(all::addAll);
        others.forEach((why, relief) -> {
            all.add(why);
            all.addAll(relief);
        });
        if (!all.isEmpty()) {
            all.add("");
        }
        return all;
    }

    private static List<String> evidence(CeilingRow row) {
        List<String> lines = new ArrayList<>();
        lines.add(cut("%s: %s".formatted(row.text("limiting_factor"), row.text("evidence"))));
        lines.addAll(relief(row));
        if (!row.text("next_limits").isEmpty()) {
            lines.add(cut("    next " + row.text("next_limits")));
        }
        return lines;
    }

    private static List<String> relief(CeilingRow row) {
        return row.text("relief").isEmpty() ? List.of() : List.of("    -> " + row.text("relief"));
    }

    private static String legend(boolean repeated) {
        return "ceiling: most connections alive and correctly answered at once%s; >=: nothing broke; INVALID: says nothing about the server; /conn: slope ± standard error, (± error) where that hides it."
                .formatted(repeated ? ", of repeats the median (least..most)" : "");
    }

    static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 3) + "...";
    }
}
