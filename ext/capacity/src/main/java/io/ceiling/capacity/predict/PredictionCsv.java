package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.LimitPrediction.NotPredicted;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The file prediction.csv with a row for each limit of a server, the nearest first, and for each limit without a
 * prediction. The order of the columns is part of the file format. Not thread-safe; blocks for disk I/O and throws
 * {@link RunFolderException} if it fails.
 */
public final class PredictionCsv implements AutoCloseable {

    /** Name of the file in the folder. */
    public static final String FILE = "prediction.csv";

    /**
     * A row.
     *
     * @param of prediction that the limit is part of
     * @param predicted the predicted limit; empty if there is no prediction of it
     * @param not the limit without a prediction; empty if it has one
     */
    record PredictionRow(RowKey of, Optional<PredictedLimit> predicted, Optional<NotPredicted> not) {

        private String either(Function<PredictedLimit, String> one, Function<NotPredicted, String> other) {
            return predicted.map(one).or(() -> not.map(other)).orElse("");
        }

        private String only(Function<PredictedLimit, String> one) {
            return predicted.map(one).orElse("");
        }
    }

    /** The run, the scenario and the prediction of a row. */
    record RowKey(String run, String scenario, LimitPrediction prediction) {}

    public static final List<Column<PredictionRow>> COLUMNS = List.of(
            new Column<>("run", row -> row.of().run()),
            new Column<>("scenario", row -> row.of().scenario()),
            new Column<>("row", row -> row.either(limit -> "predicted", limit -> "not-predicted")),
            new Column<>(
                    "factor",
                    row -> row.either(limit -> limit.factor().label(), limit -> limit.factor()
                            .label())),
            new Column<>("limit", row -> Cell.text(row.either(PredictedLimit::limit, NotPredicted::limit))),
            new Column<>("connections", row -> row.only(limit -> Cell.of(limit.whole()))),
            new Column<>(
                    "connections_low",
                    row -> row.only(limit -> Cell.of(limit.interval().low()))),
            new Column<>(
                    "connections_high",
                    row -> row.only(limit -> Cell.of(limit.interval().high()))),
            new Column<>(
                    "share_reached",
                    row -> row.only(limit -> Cell.of(row.of().prediction().shareReached(limit)))),
            new Column<>(
                    "quantity", row -> row.only(limit -> Cell.text(limit.basis().quantity()))),
            new Column<>("unit", row -> row.only(limit -> limit.basis().unit())),
            new Column<>(
                    "per_connection",
                    row -> row.only(limit -> Cell.of(limit.basis().perConnection()))),
            new Column<>(
                    "per_connection_se",
                    row -> row.only(limit -> Cell.of(limit.basis().standardError()))),
            new Column<>("base", row -> row.only(limit -> Cell.of(limit.basis().base()))),
            new Column<>(
                    "levels", row -> row.only(limit -> Cell.of(limit.basis().levels()))),
            new Column<>(
                    "most_connections", row -> Cell.of(row.of().prediction().mostConnections())),
            new Column<>(
                    "curved",
                    row -> row.only(limit -> Boolean.toString(limit.basis().curved()))),
            new Column<>(
                    "assumed", row -> row.only(limit -> Cell.text(limit.basis().assumed()))),
            new Column<>(
                    "why_not", row -> Cell.text(row.not().map(NotPredicted::why).orElse(""))),
            new Column<>(
                    "not_below_connections",
                    row -> Cell.of(row.not().map(NotPredicted::notBelow).orElse(OptionalLong.empty()))));

    private final String run;
    private final CsvFile csv;

    private PredictionCsv(String run, CsvFile csv) {
        this.run = run;
        this.csv = csv;
    }

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public static PredictionCsv open(Path folder) {
        return new PredictionCsv(
                String.valueOf(folder.getFileName()), CsvFile.open(folder.resolve(FILE), Column.names(COLUMNS)));
    }

    /** Adds the rows of a prediction, which are on the disk on return. */
    public void append(Scenario scenario, LimitPrediction prediction) {
        RowKey of = new RowKey(run, scenario.name(), prediction);
        List<PredictionRow> rows = new ArrayList<>();
        prediction.limits().forEach(limit -> rows.add(new PredictionRow(of, Optional.of(limit), Optional.empty())));
        prediction.others().forEach(limit -> rows.add(new PredictionRow(of, Optional.empty(), Optional.of(limit))));
        csv.append(rows.stream().map(row -> Column.cells(COLUMNS, row)).toList(), true);
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        csv.close();
    }
}
