package io.ceiling.harness.report.console;

import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.Keys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The limits that stopped the servers of a run, with whole evidence and what to raise: first the limits that nobody has set for the run, then
 * those that are settings of it, then reasons without a limit. Pure functions.
 */
final class StoppingLimits {

    static final String TITLE = "WHAT STOPPED THEM";
    private static final String SMALL = "(a small letter: a setting of this run)";

    private static final int INDENT = 7;
    private static final String SPACE = " ".repeat(INDENT);
    private static final String RAISE = " ".repeat(INDENT - "-> ".length()) + "-> ";

    private StoppingLimits() {}

    private record StoppedRows(List<Summary> rows, String mark) {

        Summary first() {
            return rows.get(0);
        }

        boolean isSetting() {
            return first().limitingSetting().isPresent();
        }
    }

    static List<String> lines(List<Summary> all, LimitMarks marks, RowNames names) {
        Map<String, List<Summary>> reached = new LinkedHashMap<>();
        Map<String, List<Summary>> others = new LinkedHashMap<>();
        for (Summary row : all) {
            if (row.isReached()) {
                reached.computeIfAbsent(marks.of(row), mark -> new ArrayList<>())
                        .add(row);
            } else {
                others.computeIfAbsent(
                                "%s: %s".formatted(row.text(Keys.VERDICT), row.text(Keys.WHY)),
                                any -> new ArrayList<>())
                        .add(row);
            }
        }
        List<String> lines = new ArrayList<>();
        reached.entrySet().stream()
                .map(group -> new StoppedRows(group.getValue(), group.getKey()))
                .sorted(Comparator.comparing(StoppedRows::isSetting)
                        .thenComparing(group -> -group.rows().size()))
                .forEach(group -> lines.addAll(lines(group, names, all.size())));
        others.forEach((why, rows) -> {
            String which = rows.size() == all.size() ? "" : " (%s)".formatted(names.named(rows));
            lines.addAll(Paragraph.of(begun("", rows.size()), INDENT, why + which));
            lines.addAll(relief(rows.get(0)));
        });
        boolean small = all.stream().anyMatch(row -> row.limitingSetting().isPresent());
        if (!lines.isEmpty()) {
            lines.add(0, small ? TITLE + "  " + SMALL : TITLE);
            lines.add("");
        }
        return lines;
    }

    private static List<String> lines(StoppedRows group, RowNames names, int all) {
        // Prefers rows without recursion: its evidence, the answer of the last level, is long, and it uses most
        // resources twice.
        List<Summary> plain =
                group.rows().stream().filter(row -> !row.isRecursive()).toList();
        Summary typical = Summary.median(plain.isEmpty() ? group.rows() : plain);
        String which = group.rows().size() == all || !RowNames.areFew(group.rows())
                ? ""
                : " (%s)".formatted(names.named(group.rows()));
        List<String> settings = group.rows().stream()
                .flatMap(row -> row.limitingSetting().stream())
                .distinct()
                .toList();
        String setting = settings.isEmpty() ? "" : ": %s, as this run sets it".formatted(String.join(", ", settings));
        List<String> lines = new ArrayList<>(Paragraph.of(
                begun(group.mark(), group.rows().size()), INDENT, group.first().text(Keys.FACTOR) + setting + which));
        lines.addAll(Paragraph.of(SPACE, INDENT, typical.text(Keys.EVIDENCE)));
        lines.addAll(relief(typical));
        return lines;
    }

    private static String begun(String mark, int rows) {
        return "%-1s%4d  ".formatted(mark, rows);
    }

    static List<String> relief(Summary row) {
        return row.text(Keys.RELIEF).isEmpty() ? List.of() : Paragraph.of(RAISE, INDENT, row.text(Keys.RELIEF));
    }
}
