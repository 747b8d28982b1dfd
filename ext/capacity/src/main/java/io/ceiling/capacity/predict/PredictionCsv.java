package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The file prediction.csv with a row for each limit of a server, the nearest first, and for each limit without a
 * prediction.
 */
public final class PredictionCsv extends RowFile<PredictionCsv.PredictionRow> {

    /** Name of the file in the folder. */
    public static final String FILE = "prediction.csv";

    /**
     * A row.
     *
     * @param key run, scenario and prediction of the row
     * @param predicted the predicted limit; empty if there is no prediction of it
     * @param unpredicted the limit without a prediction; empty if it has one
     */
    record PredictionRow(RowKey key, Optional<PredictedLimit> predicted, Optional<UnpredictedLimit> unpredicted) {

        private String eitherText(
                Function<PredictedLimit, String> ofPredicted, Function<UnpredictedLimit, String> ofUnpredicted) {
            return predicted
                    .map(ofPredicted)
                    .or(() -> unpredicted.map(ofUnpredicted))
                    .orElse("");
        }

        private Optional<?> ifPredicted(Function<PredictedLimit, ?> value) {
            return predicted.map(value);
        }
    }

    /** The run, the scenario and the prediction of a row. */
    record RowKey(String run, String scenario, LimitPrediction prediction) {}

    static final ColumnKey.Text ROW = new ColumnKey.Text("row");
    static final ColumnKey.Text FACTOR = new ColumnKey.Text("factor");
    static final ColumnKey.Text LIMIT = new ColumnKey.Text("limit");
    static final ColumnKey.Amount CONNECTIONS = new ColumnKey.Amount("connections");
    static final ColumnKey.Amount LOW = new ColumnKey.Amount("connections_low");
    static final ColumnKey.Amount HIGH = new ColumnKey.Amount("connections_high");
    static final ColumnKey.Amount SHARE_REACHED = new ColumnKey.Amount("share_reached");
    static final ColumnKey.Text QUANTITY = new ColumnKey.Text("quantity");
    static final ColumnKey.Text UNIT = new ColumnKey.Text("unit");
    static final ColumnKey.Amount PER_CONNECTION = new ColumnKey.Amount("per_connection");
    static final ColumnKey.Amount BASE = new ColumnKey.Amount("base");
    static final ColumnKey.Amount LEVELS = new ColumnKey.Amount("levels");
    static final ColumnKey.Amount MOST_CONNECTIONS = new ColumnKey.Amount("most_connections");
    static final ColumnKey.Flag CURVED = new ColumnKey.Flag("curved");
    static final ColumnKey.Text ASSUMED = new ColumnKey.Text("assumed");
    static final ColumnKey.Text WHY_NOT = new ColumnKey.Text("why_not");

    public static final List<Column<PredictionRow>> COLUMNS = List.of(
            new Column<>("run", row -> row.key().run()),
            new Column<>(Keys.SCENARIO, row -> row.key().scenario()),
            new Column<>(ROW, row -> row.eitherText(limit -> "predicted", limit -> "not-predicted")),
            new Column<>(
                    FACTOR,
                    row -> row.eitherText(limit -> limit.factor().label(), limit -> limit.factor()
                            .label())),
            new Column<>(LIMIT, row -> row.eitherText(PredictedLimit::limit, UnpredictedLimit::limit)),
            new Column<>(CONNECTIONS, row -> row.ifPredicted(limit -> limit.wholeConnections())),
            new Column<>(LOW, row -> row.ifPredicted(limit -> limit.interval().low())),
            new Column<>(HIGH, row -> row.ifPredicted(limit -> limit.interval().high())),
            new Column<>(
                    SHARE_REACHED,
                    row -> row.ifPredicted(limit -> row.key().prediction().shareReached(limit))),
            new Column<>(QUANTITY, row -> row.ifPredicted(limit -> limit.basis().quantity())),
            new Column<>(UNIT, row -> row.ifPredicted(limit -> limit.basis().unit())),
            new Column<>(
                    PER_CONNECTION,
                    row -> row.ifPredicted(limit -> limit.basis().perConnection())),
            new Column<>(
                    PER_CONNECTION.error(),
                    row -> row.ifPredicted(limit -> limit.basis().standardError())),
            new Column<>(BASE, row -> row.ifPredicted(limit -> limit.basis().base())),
            new Column<>(LEVELS, row -> row.ifPredicted(limit -> limit.basis().levels())),
            new Column<>(MOST_CONNECTIONS, row -> row.key().prediction().mostConnections()),
            new Column<>(CURVED, row -> row.ifPredicted(limit -> limit.basis().curved())),
            new Column<>(ASSUMED, row -> row.ifPredicted(limit -> limit.basis().assumption())),
            new Column<>(WHY_NOT, row -> row.unpredicted().map(UnpredictedLimit::reason)),
            new Column<>("not_below_connections", row -> row.unpredicted().map(UnpredictedLimit::lowerBound)));

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public PredictionCsv(Path folder) {
        super(folder, FILE, COLUMNS);
    }

    /** Adds the rows of a prediction, which are on the disk on return. */
    public void append(Scenario scenario, LimitPrediction prediction) {
        RowKey key = new RowKey(run(), scenario.name(), prediction);
        List<PredictionRow> rows = new ArrayList<>();
        prediction.limits().forEach(limit -> rows.add(new PredictionRow(key, Optional.of(limit), Optional.empty())));
        prediction
                .unpredictedLimits()
                .forEach(limit -> rows.add(new PredictionRow(key, Optional.empty(), Optional.of(limit))));
        append(rows);
    }
}
