package io.ceiling.harness.expect;

import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RunFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file expectations.csv with a row for each expectation and scenario that it was checked against. */
public final class ExpectationsCsv {

    public static final String FILE = "expectations.csv";

    /** A row. */
    public record ExpectationRow(String run, Expectation.Result result) {}

    public static final List<Column<ExpectationRow>> COLUMNS = List.of(
            new Column<>("run", ExpectationRow::run),
            new Column<>(Keys.EXPECTATION, row -> row.result().expectation().text()),
            new Column<>(Keys.SCENARIO, row -> row.result().scenario()),
            new Column<>(Keys.KEPT, row -> row.result().isMet()),
            new Column<>(Keys.WAS, row -> row.result().measuredValue()));

    private ExpectationsCsv() {}

    /**
     * Writes the results to the folder of a run in place of earlier ones. Without any result there is no file. Blocks for disk I/O.
     *
     * @throws RunFolderException if the file cannot be written; the message is one line
     */
    public static void write(Path folder, List<Expectation.Result> results) {
        Path file = folder.resolve(FILE);
        if (results.isEmpty()) {
            remove(file);
            return;
        }
        try (CsvFile csv = CsvFile.open(file, Column.names(COLUMNS))) {
            csv.retain(earlier -> false);
            String run = String.valueOf(folder.getFileName());
            csv.append(
                    results.stream()
                            .map(result -> Column.cells(COLUMNS, new ExpectationRow(run, result)))
                            .toList(),
                    true);
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, CsvFile.reason(e)), e);
        }
    }
}
