package io.ceiling.harness.report.html.chart;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
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
 * @param medianRow row of the fork with the median ceiling
 * @param forks rows of all forks
 */
public record MatrixCell(String label, String varied, CsvRow medianRow, List<CsvRow> forks) {

    public MatrixCell {
        forks = List.copyOf(forks);
    }

    public static List<MatrixCell> of(List<CsvRow> ceilings) {
        VariedSettings varied = new VariedSettings(ceilings);
        List<Dimension> telling = labelColumns(ceilings);
        List<MatrixCell> cells = new ArrayList<>();
        for (List<CsvRow> forks :
                CsvTable.grouped(ceilings, CsvRow::scenarioWithoutFork).values()) {
            if (agree(forks)) {
                cells.add(cell(forks, telling, varied, ""));
            } else {
                forks.forEach(
                        fork -> cells.add(cell(List.of(fork), telling, varied, "fork=" + fork.text(Dimension.FORKS))));
            }
        }
        return cells;
    }

    /**
     * Returns the settings that all scenarios have unless their label names another value; empty if there are no rows.
     */
    public static String usual(List<CsvRow> ceilings) {
        return ceilings.isEmpty() ? "" : new VariedSettings(ceilings).usual();
    }

    /** Returns the ceiling of the median fork; for a row without one, the connections that passed, or 0. */
    public double connections() {
        return connectionsOf(medianRow);
    }

    public static double connectionsOf(CsvRow row) {
        return row.number(Keys.CEILING).orElse(row.amount(Keys.PASSED_CONNECTIONS));
    }

    /** Returns the median fork; of an even number the lower one of the two in the middle. */
    public static CsvRow median(List<CsvRow> forks) {
        List<CsvRow> sorted = new ArrayList<>(forks);
        sorted.sort(Comparator.comparingDouble(MatrixCell::connectionsOf));
        return sorted.get((sorted.size() - 1) / 2);
    }

    public String verdict() {
        return medianRow.text(Keys.VERDICT);
    }

    double least() {
        return forks.stream().mapToDouble(row -> row.amount(Keys.CEILING)).min().orElse(0);
    }

    double most() {
        return forks.stream().mapToDouble(row -> row.amount(Keys.CEILING)).max().orElse(0);
    }

    private static MatrixCell cell(List<CsvRow> forks, List<Dimension> telling, VariedSettings variation, String fork) {
        CsvRow shown = median(forks);
        String varied = Phrases.joined(variation.text(shown), fork);
        String settings = telling.stream()
                .map(shown::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
        String label = Phrases.joined(settings, varied);
        return new MatrixCell(label.isEmpty() ? shown.scenario() : label, varied, shown, forks);
    }

    private static boolean agree(List<CsvRow> forks) {
        CsvRow first = forks.get(0);
        return forks.size() == 1
                || forks.stream()
                        .allMatch(fork -> fork.text(Keys.VERDICT).equals("reached")
                                && fork.text(Keys.FACTOR).equals(first.text(Keys.FACTOR)));
    }

    // Returns the columns of a label: the workload, and other columns that have more than one value.
    private static List<Dimension> labelColumns(List<CsvRow> rows) {
        List<Dimension> telling = new ArrayList<>();
        for (Dimension column : List.of(Dimension.CONTAINER, Dimension.CONNECTOR, Dimension.THREAD_KIND)) {
            Set<String> values = new TreeSet<>();
            rows.forEach(row -> values.add(row.text(column)));
            if (values.size() > 1) {
                telling.add(column);
            }
        }
        telling.add(Dimension.WORKLOAD);
        return telling;
    }
}
