package io.ceiling.climb;

import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.LimitingFactor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The file climb.csv with a row for each step of each climb. */
public final class ClimbCsv extends RowFile<ClimbCsv.ClimbRow> {

    /**
     * A row.
     *
     * @param run name of the run
     * @param step the step
     * @param endReason reason why the climb ended with this step; empty if it went on
     * @param conclusion what the controls of a raise have shown, in the row of the last of them; otherwise empty
     */
    record ClimbRow(String run, ClimbStep step, String endReason, String conclusion) {}

    static final ColumnKey.Text CLIMB = new ColumnKey.Text("climb");
    static final ColumnKey.Amount STEP = new ColumnKey.Amount("step");
    static final ColumnKey.Text SETTING = new ColumnKey.Text("setting");
    static final ColumnKey.Text FROM = new ColumnKey.Text("setting_from");
    static final ColumnKey.Text TO = new ColumnKey.Text("setting_to");
    static final ColumnKey.Text TESTED = new ColumnKey.Text("tested_factor");
    static final ColumnKey.Text PREDICTED = new ColumnKey.Text("predicted");
    static final ColumnKey.Amount MOVED = new ColumnKey.Amount("moved_connections");
    static final ColumnKey.Text PROOF = new ColumnKey.Text("proof");
    static final ColumnKey.Amount PUBLISHED = new ColumnKey.Amount("published_connections");
    static final ColumnKey.Text PUBLISHED_STOP = new ColumnKey.Text("published_stopped_by");
    static final ColumnKey.Text ENDED = new ColumnKey.Text("ended");
    static final ColumnKey.Text CONTROL = new ColumnKey.Text("control");

    public static final List<Column<ClimbRow>> COLUMNS = columns();

    static final String FILE = "climb.csv";

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public ClimbCsv(Path folder) {
        super(folder, FILE, COLUMNS);
    }

    /** Adds a step, which is on the disk on return. */
    public void append(ClimbStep step, String ended, String conclusion) {
        append(List.of(new ClimbRow(run(), step, ended, conclusion)));
    }

    private static List<Column<ClimbRow>> columns() {
        List<Column<ClimbRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", ClimbRow::run));
        columns.add(new Column<>(CLIMB, row -> row.step().climb()));
        columns.add(new Column<>(STEP, row -> row.step().number()));
        columns.add(new Column<>(
                Keys.SCENARIO, row -> row.step().result().scenario().name()));
        columns.add(change(SETTING, Change::setting));
        columns.add(change(FROM, Change::from));
        columns.add(change(TO, Change::to));
        columns.add(new Column<>(TESTED, row -> row.step().trial().testedLimit().map(LimitingFactor::label)));
        columns.add(new Column<>(
                PREDICTED, row -> row.step().trial().prediction().effect().label()));
        columns.add(new Column<>(
                "predicted_connections", row -> row.step().trial().prediction().connections()));
        columns.addAll(Column.adaptAll(
                CeilingsCsv.OUTCOME,
                row -> new CeilingsCsv.CeilingRow(row.run(), row.step().result())));
        columns.add(new Column<>(
                "next_candidates", row -> candidates(row.step().result().verdict())));
        columns.add(new Column<>(MOVED, row -> row.step().shift()));
        columns.add(new Column<>(PROOF, row -> row.step().proof().label()));
        columns.add(new Column<>(
                PUBLISHED, row -> row.step().trial().published().map(published -> published.connections())));
        columns.add(new Column<>(
                PUBLISHED_STOP, row -> row.step().trial().published().map(published -> published.stoppedBy())));
        columns.add(new Column<>(ENDED, row -> row.endReason()));
        columns.add(new Column<>(CONTROL, row -> row.step().trial().role().label()));
        columns.add(new Column<>("conclusion", row -> row.conclusion()));
        columns.add(new Column<>(
                "predicted_from", row -> row.step().trial().prediction().source()));
        return List.copyOf(columns);
    }

    private static Column<ClimbRow> change(ColumnKey key, Function<Change, ?> cell) {
        return new Column<>(key, row -> row.step().trial().change().map(cell));
    }

    private static String candidates(Verdict verdict) {
        return Optional.of(verdict)
                .filter(Verdict.Reached.class::isInstance)
                .map(reached -> ((Verdict.Reached) reached)
                        .next().stream().map(limit -> limit.factor().label()).collect(Collectors.joining(";")))
                .orElse("");
    }
}
