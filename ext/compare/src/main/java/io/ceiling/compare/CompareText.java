package io.ceiling.compare;

import io.ceiling.compare.Comparison.ComparedMetric;
import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a comparison as lines for a terminal and as Markdown for a pull request. Pure functions. */
public final class CompareText {

    private static final TextTable<ComparedMetric> TABLE = new TextTable<>(List.of(
            TextTable.text("scenario", ComparedMetric::scenario),
            TextTable.text("metric", line -> line.metric().label()),
            TextTable.figure("before", line -> line.metric().text(line.before())),
            TextTable.figure("after", line -> line.metric().text(line.after())),
            TextTable.figure("change", line -> String.format(Locale.ROOT, "%+.1f %%", line.change() * 100)),
            TextTable.text("", CompareText::outcome),
            TextTable.text("decided by", ComparedMetric::explanation)));

    private CompareText() {}

    private static String outcome(ComparedMetric line) {
        return line.isUndecided() ? "not decided" : line.isWorse() ? "worse" : line.hasMoved() ? "better" : "same";
    }

    /**
     * Returns the table of the figures that moved or are not decided, with the differences between the runs, for a
     * terminal.
     *
     * @param before name of the first run
     * @param after name of the second run
     * @param environment differences of the machines and the ramps
     * @param all true to show also the figures that did not move
     */
    public static List<String> console(
            String before,
            String after,
            Comparison comparison,
            Judgement judgement,
            List<String> environment,
            boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add("%s, then %s".formatted(before, after));
        section(
                lines,
                "MEASURED DIFFERENTLY, so a change may come of that:",
                setupDifferences(comparison, environment));
        section(lines, "compared:", comparison.differences());
        section(lines, "another outcome:", comparison.verdicts());
        section(lines, "not compared:", notCompared(comparison, all));
        List<ComparedMetric> moved = shown(comparison, all);
        if (!moved.isEmpty()) {
            lines.add("");
            lines.addAll(TABLE.lines(moved));
        }
        lines.add("");
        lines.add(summary(comparison));
        lines.add(legend());
        section(lines, "CANNOT BE JUDGED by --fail-on:", unjudged(judgement));
        return lines;
    }

    public static List<String> markdown(
            String before,
            String after,
            Comparison comparison,
            Judgement judgement,
            List<String> environment,
            boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add("### Ceiling: %s, then %s".formatted(escaped(before), escaped(after)));
        lines.add("");
        lines.add(summary(comparison));
        list(lines, "**Cannot be judged by --fail-on**", unjudged(judgement));
        list(
                lines,
                "**Measured differently, so a change may come of that**",
                setupDifferences(comparison, environment));
        list(lines, "Compared", comparison.differences());
        list(lines, "Another outcome", comparison.verdicts());
        list(lines, "Not compared", notCompared(comparison, all));
        List<ComparedMetric> shown = shown(comparison, all);
        if (!shown.isEmpty()) {
            lines.add("");
            lines.add(markdown(TABLE.columns().stream().map(TextTable.Column::title)));
            lines.add("|---|---|---:|---:|---:|---|---|");
            shown.forEach(line -> lines.add(markdown(
                    TABLE.columns().stream().map(column -> escaped(column.cell().apply(line))))));
        }
        lines.add("");
        lines.add(legend());
        return lines;
    }

    static String summary(Comparison comparison) {
        int scenarios = (int) comparison.lines().stream()
                .map(ComparedMetric::scenario)
                .distinct()
                .count();
        long worse = comparison.movedMetrics().stream()
                .filter(ComparedMetric::isWorse)
                .count();
        long undecided =
                comparison.lines().stream().filter(ComparedMetric::isUndecided).count();
        return "%s of %s: %d moved beyond the noise, %d of them for the worse%s"
                .formatted(
                        Plural.of(comparison.lines().size(), "figure"),
                        Plural.of(scenarios, "scenario"),
                        comparison.movedMetrics().size(),
                        worse,
                        undecided == 0 ? "" : "; %d not decided with so few forks".formatted(undecided));
    }

    private static String legend() {
        return "noise: t test with the spread of the forks (fewer than five on a side: the largest recorded one, which ceilings by late answers do not have). Of twenty comparisons of one session without a difference at most one has an alarm, however many figures (Holm).";
    }

    private static List<String> setupDifferences(Comparison comparison, List<String> environment) {
        return Stream.concat(comparison.serverJdks().stream(), environment.stream())
                .toList();
    }

    private static List<String> unjudged(Judgement judgement) {
        return judgement.unjudgedFigures().stream()
                .map(Judgement.UnjudgedFigure::text)
                .toList();
    }

    // Returns what has no line: scenarios of one run, and figures that are lost in their errors.
    private static List<String> notCompared(Comparison comparison, boolean all) {
        return Stream.concat(
                        comparison.unmatched().stream(),
                        comparison.gaps().stream()
                                .filter(gap -> gap.isInsignificant(all))
                                .map(gap ->
                                        "%s of %s: %s".formatted(gap.metric().label(), gap.scenario(), gap.text())))
                .toList();
    }

    private static List<ComparedMetric> shown(Comparison comparison, boolean all) {
        return comparison.lines().stream()
                .filter(line -> all || line.hasMoved() || line.isUndecided())
                .toList();
    }

    private static String markdown(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static void section(List<String> lines, String title, List<String> items) {
        if (!items.isEmpty()) {
            lines.add(title);
            items.forEach(item -> lines.add("  " + item));
        }
    }

    private static void list(List<String> lines, String title, List<String> items) {
        if (!items.isEmpty()) {
            lines.add("");
            lines.add(title + ":");
            lines.add("");
            items.forEach(item -> lines.add("- " + escaped(item)));
        }
    }

    // Escapes text from a file, which must be neither markup nor the end of a cell.
    private static String escaped(String text) {
        return text.replaceAll("([\\\\`*_{}\\[\\]<>#|&!])", "\\\\$1").replaceAll("\\R", " ");
    }
}
