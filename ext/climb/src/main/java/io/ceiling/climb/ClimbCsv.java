package io.ceiling.climb;

import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The file climb.csv with a row for each step of each climb. The order of the columns is part of the file format. Not
 * thread-safe; blocks for disk I/O and throws {@link RunFolderException} if it fails.
 */
public final class ClimbCsv implements AutoCloseable {

    /**
     * A row.
     *
     * @param run name of the run
     * @param step the step
     * @param ended reason why the climb ended with this step; empty if it went on
     * @param conclusion what the controls of a raise have shown, in the row of the last of them; otherwise empty
     */
    record ClimbRow(String run, ClimbStep step, String ended, String conclusion) {}

    public static final List<Column<ClimbRow>> COLUMNS = columns();

    static final String FILE = "climb.csv";

    private final String run;
    private final CsvFile csv;

    private ClimbCsv(String run, CsvFile csv) {
        this.run = run;
        this.csv = csv;
    }

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public static ClimbCsv open(Path folder) {
        return new ClimbCsv(
                String.valueOf(folder.getFileName()), CsvFile.open(folder.resolve(FILE), Column.names(COLUMNS)));
    }

    /** Adds a step, which is on the disk on return. */
    public void append(ClimbStep step, String ended, String conclusion) {
        csv.append(List.of(Column.cells(COLUMNS, new ClimbRow(run, step, ended, conclusion))), true);
    }

    private static List<Column<ClimbRow>> columns() {
        List<Column<ClimbRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", ClimbRow::run));
        columns.add(new Column<>("climb", row -> row.step().climb()));
        columns.add(new Column<>("step", row -> Cell.of(row.step().number())));
        columns.add(
                new Column<>("scenario", row -> row.step().result().scenario().name()));
        columns.add(change("setting", Change::setting));
        columns.add(change("setting_from", Change::from));
        columns.add(change("setting_to", Change::to));
        columns.add(new Column<>(
                "tested_factor",
                row -> row.step().trial().tests().map(LimitingFactor::label).orElse("")));
        columns.add(new Column<>(
                "predicted", row -> row.step().trial().prediction().effect().label()));
        columns.add(new Column<>(
                "predicted_connections",
                row -> Cell.of(row.step().trial().prediction().connections())));
        columns.addAll(Column.all(
                CeilingsCsv.OUTCOME,
                row -> new CeilingsCsv.CeilingRow(row.run(), row.step().result())));
        columns.add(new Column<>(
                "next_candidates", row -> candidates(row.step().result().verdict())));
        columns.add(new Column<>("moved_connections", row -> Cell.of(row.step().moved())));
        columns.add(new Column<>("proof", row -> row.step().proof().label()));
        columns.add(new Column<>("published_connections", row -> row.step()
                .trial()
                .published()
                .map(published -> Cell.of(published.connections()))
                .orElse("")));
        columns.add(new Column<>("published_stopped_by", row -> row.step()
                .trial()
                .published()
                .map(published -> Cell.text(published.stoppedBy()))
                .orElse("")));
        columns.add(new Column<>("ended", row -> Cell.text(row.ended())));
        columns.add(new Column<>("control", row -> row.step().trial().role().label()));
        columns.add(new Column<>("conclusion", row -> Cell.text(row.conclusion())));
        columns.add(new Column<>(
                "predicted_from",
                row -> Cell.text(row.step().trial().prediction().source())));
        return List.copyOf(columns);
    }

    private static Column<ClimbRow> change(String name, Function<Change, String> cell) {
        return new Column<>(name, row -> row.step().trial().change().map(cell).orElse(""));
    }

    private static String candidates(Verdict verdict) {
        return Optional.of(verdict)
                .filter(Verdict.Reached.class::isInstance)
                .map(reached -> ((Verdict.Reached) reached)
                        .next().stream().map(limit -> limit.factor().label()).collect(Collectors.joining(";")))
                .orElse("");
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        csv.close();
    }
}
