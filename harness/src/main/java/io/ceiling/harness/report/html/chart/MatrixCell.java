package io.ceiling.harness.report.html.chart;

import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One setting of the matrix with all its forks. Forks that disagree on verdict or limit are cells of their own.
 *
 * @param label settings that distinguish the cell from the others of the run
 * @param varied settings that differ from most other cells; empty if none does
 * @param shown row of the fork with the median ceiling
 * @param forks rows of all forks
 */
public record MatrixCell(String label, String varied, CsvRow shown, List<CsvRow> forks) {

    public MatrixCell {
        forks = List.copyOf(forks);
    }

    /** Returns the rows of ceilings.csv as cells, in their order. */
    public static List<MatrixCell> of(List<CsvRow> ceilings) {
        VariedSettings varied = new VariedSettings(
                ceilings.stream().map(row -> row.only(VariedSettings.columns())).toList());
        List<String> telling = telling(ceilings);
        List<MatrixCell> cells = new ArrayList<>();
        for (List<CsvRow> forks : CsvTable.grouped(ceilings, CsvRow::setting).values()) {
            if (agree(forks)) {
                cells.add(cell(forks, telling, varied, ""));
            } else {
                forks.forEach(fork -> cells.add(cell(List.of(fork), telling, varied, "fork=" + fork.text("fork"))));
            }
        }
        return cells;
    }

    /**
     * Returns the settings that all scenarios have unless their label names another value; empty if there are no rows.
     */
    public static String usual(List<CsvRow> ceilings) {
        return ceilings.isEmpty()
                ? ""
                : new VariedSettings(ceilings.stream()
                                .map(row -> row.only(VariedSettings.columns()))
                                .toList())
                        .usual();
    }

    /** Returns the ceiling of the median fork; for a row without one, the connections that passed, or 0. */
    public double connections() {
        return connectionsOf(shown);
    }

    public static double connectionsOf(CsvRow row) {
        return row.number("ceiling_connections").orElse(row.amount("passed_connections"));
    }

    /** Returns the median fork; of an even number the lower one of the two in the middle. */
    public static CsvRow median(List<CsvRow> forks) {
        List<CsvRow> sorted = new ArrayList<>(forks);
        sorted.sort(Comparator.comparingDouble(MatrixCell::connectionsOf));
        return sorted.get((sorted.size() - 1) / 2);
    }

    public String verdict() {
        return shown.text("verdict");
    }

    double least() {
        return forks.stream()
                .mapToDouble(row -> row.amount("ceiling_connections"))
                .min()
                .orElse(0);
    }

    double most() {
        return forks.stream()
                .mapToDouble(row -> row.amount("ceiling_connections"))
                .max()
                .orElse(0);
    }

    private static MatrixCell cell(List<CsvRow> forks, List<String> telling, VariedSettings variation, String fork) {
        CsvRow shown = median(forks);
        String varied = Phrases.joined(variation.text(shown.only(VariedSettings.columns())), fork);
        String settings = telling.stream()
                .map(shown::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
        String label = Phrases.joined(settings, varied);
        return new MatrixCell(label.isEmpty() ? shown.text("scenario") : label, varied, shown, forks);
    }

    private static boolean agree(List<CsvRow> forks) {
        CsvRow first = forks.get(0);
        return forks.size() == 1
                || forks.stream()
                        .allMatch(fork -> fork.text("verdict").equals("reached")
                                && fork.text("limiting_factor").equals(first.text("limiting_factor")));
    }

    /** Returns the columns of a label: the workload, and other columns that have more than one value. */
    private static List<String> telling(List<CsvRow> rows) {
        List<String> telling = new ArrayList<>();
        for (String column : List.of("container", "connector", "thread_kind")) {
            Set<String> values = new TreeSet<>();
            rows.forEach(row -> values.add(row.text(column)));
            if (values.size() > 1) {
                telling.add(column);
            }
        }
        telling.add("workload");
        return telling;
    }
}
