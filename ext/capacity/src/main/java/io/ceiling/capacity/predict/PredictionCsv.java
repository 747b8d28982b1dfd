package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.LimitPrediction.NotPredicted;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.rows.Key;
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
     * @param of run, scenario and prediction of the row
     * @param predicted the predicted limit; empty if there is no prediction of it
     * @param not the limit without a prediction; empty if it has one
     */
    record PredictionRow(RowKey of, Optional<PredictedLimit> predicted, Optional<NotPredicted> not) {

        private String either(Function<PredictedLimit, String> one, Function<NotPredicted, String> other) {
            return predicted.map(one).or(() -> not.map(other)).orElse("");
        }

        private Optional<?> only(Function<PredictedLimit, ?> one) {
            return predicted.map(one);
        }
    }

    /** The run, the scenario and the prediction of a row. */
    record RowKey(String run, String scenario, LimitPrediction prediction) {}

    static final Key.Text ROW = new Key.Text("row");
    static final Key.Text FACTOR = new Key.Text("factor");
    static final Key.Text LIMIT = new Key.Text("limit");
    static final Key.Amount CONNECTIONS = new Key.Amount("connections");
    static final Key.Amount LOW = new Key.Amount("connections_low");
    static final Key.Amount HIGH = new Key.Amount("connections_high");
    static final Key.Amount SHARE_REACHED = new Key.Amount("share_reached");
    static final Key.Text QUANTITY = new Key.Text("quantity");
    static final Key.Text UNIT = new Key.Text("unit");
    static final Key.Amount EACH = new Key.Amount("per_connection");
    static final Key.Amount BASE = new Key.Amount("base");
    static final Key.Amount LEVELS = new Key.Amount("levels");
    static final Key.Amount MOST = new Key.Amount("most_connections");
    static final Key.Flag CURVED = new Key.Flag("curved");
    static final Key.Text ASSUMED = new Key.Text("assumed");
    static final Key.Text WHY_NOT = new Key.Text("why_not");

    public static final List<Column<PredictionRow>> COLUMNS = List.of(
            new Column<>("run", row -> row.of().run()),
            new Column<>(Keys.SCENARIO, row -> row.of().scenario()),
            new Column<>(ROW, row -> row.either(limit -> "predicted", limit -> "not-predicted")),
            new Column<>(
                    FACTOR,
                    row -> row.either(limit -> limit.factor().label(), limit -> limit.factor()
                            .label())),
            new Column<>(LIMIT, row -> row.either(PredictedLimit::limit, NotPredicted::limit)),
            new Column<>(CONNECTIONS, row -> row.only(limit -> limit.whole())),
            new Column<>(LOW, row -> row.only(limit -> limit.interval().low())),
            new Column<>(HIGH, row -> row.only(limit -> limit.interval().high())),
            new Column<>(
                    SHARE_REACHED,
                    row -> row.only(limit -> row.of().prediction().shareReached(limit))),
            new Column<>(QUANTITY, row -> row.only(limit -> limit.basis().quantity())),
            new Column<>(UNIT, row -> row.only(limit -> limit.basis().unit())),
            new Column<>(EACH, row -> row.only(limit -> limit.basis().perConnection())),
            new Column<>(EACH.error(), row -> row.only(limit -> limit.basis().standardError())),
            new Column<>(BASE, row -> row.only(limit -> limit.basis().base())),
            new Column<>(LEVELS, row -> row.only(limit -> limit.basis().levels())),
            new Column<>(MOST, row -> row.of().prediction().mostConnections()),
            new Column<>(CURVED, row -> row.only(limit -> limit.basis().curved())),
            new Column<>(ASSUMED, row -> row.only(limit -> limit.basis().assumed())),
            new Column<>(WHY_NOT, row -> row.not().map(NotPredicted::why)),
            new Column<>("not_below_connections", row -> row.not().map(NotPredicted::notBelow)));

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public PredictionCsv(Path folder) {
        super(folder, FILE, COLUMNS);
    }

    /** Adds the rows of a prediction, which are on the disk on return. */
    public void append(Scenario scenario, LimitPrediction prediction) {
        RowKey of = new RowKey(run(), scenario.name(), prediction);
        List<PredictionRow> rows = new ArrayList<>();
        prediction.limits().forEach(limit -> rows.add(new PredictionRow(of, Optional.of(limit), Optional.empty())));
        prediction.others().forEach(limit -> rows.add(new PredictionRow(of, Optional.empty(), Optional.of(limit))));
        append(rows);
    }
}
