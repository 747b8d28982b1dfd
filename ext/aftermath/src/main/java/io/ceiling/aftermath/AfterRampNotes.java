package io.ceiling.aftermath;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.Note;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the notes on ceilings: what the next clients saw, and how storms ended. Pure functions. */
final class AfterRampNotes {

    private static final String SECTION = "ceilings";

    // Largest number of scenarios with a note; the files have all of them.
    private static final int MAX_NOTES = 20;

    private AfterRampNotes() {}

    /** Returns a note for each scenario with rows in one of the two tables. */
    static List<Note> of(CsvTable aftermath, CsvTable storms) {
        List<Note> notes = new ArrayList<>();
        byScenario(aftermath).forEach((scenario, rows) -> notes.add(aftermath(scenario, rows)));
        byScenario(storms).forEach((scenario, rows) -> notes.add(storms(scenario, rows)));
        if (notes.size() <= MAX_NOTES) {
            return notes;
        }
        List<Note> first = new ArrayList<>(notes.subList(0, MAX_NOTES));
        first.add(new Note(SECTION, "What followed the other ceilings is in aftermath.csv and storms.csv."));
        return first;
    }

    private static Map<String, List<CsvRow>> byScenario(CsvTable table) {
        return CsvTable.grouped(table.rows(), CsvRow::scenario);
    }

    private static Note aftermath(String scenario, List<CsvRow> rows) {
        String next = group(rows, "next");
        String back = List.of("kept", "waiting", "new").stream()
                .map(name -> rowsOf(rows, name).isEmpty() ? "" : "%s: %s".formatted(name, group(rows, name)))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return new Note(
                SECTION,
                "%s: the next clients at the ceiling: %s.%s"
                        .formatted(
                                scenario,
                                next,
                                back.isEmpty() ? "" : " When the load had gone back to 80 %%: %s.".formatted(back)));
    }

    private static List<CsvRow> rowsOf(List<CsvRow> rows, String group) {
        return rows.stream()
                .filter(row -> row.text(AftermathCsv.GROUP).equals(group))
                .toList();
    }

    private static String group(List<CsvRow> rows, String group) {
        return Phrases.list(rowsOf(rows, group).stream()
                .map(row -> "%s %s%s"
                        .formatted(
                                Phrases.count(row.amount(AftermathCsv.CONNECTIONS)),
                                row.text(AftermathCsv.OUTCOME),
                                row.number(AftermathCsv.LAST).isPresent()
                                        ? " (last after %s)".formatted(Phrases.time(row.amount(AftermathCsv.LAST)))
                                        : ""))
                .toList());
    }

    private static Note storms(String scenario, List<CsvRow> rows) {
        return new Note(
                SECTION,
                "%s: %s: %s."
                        .formatted(
                                scenario,
                                Plural.of(rows.size(), "storm"),
                                Phrases.list(rows.stream()
                                        .map(row -> "acceptCount %s %s, %s of %s served, the last after %s"
                                                .formatted(
                                                        row.text(Dimension.ACCEPT_COUNT),
                                                        row.text(Keys.PASSED).equals("true") ? "passed" : "failed",
                                                        Phrases.count(row.amount(Keys.SERVED)),
                                                        Phrases.count(row.amount(AftermathCsv.CONNECTIONS)),
                                                        Phrases.time(row.amount(Keys.FIRST_ANSWER.max()))))
                                        .toList())));
    }
}
