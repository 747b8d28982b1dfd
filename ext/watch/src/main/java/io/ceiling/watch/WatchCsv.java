package io.ceiling.watch;

import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.watch.verdict.MetLimit;
import java.nio.file.Path;
import java.util.List;

/** The file watch.csv with a row for each limit that was met while a load tool was watched. */
public final class WatchCsv extends RowFile<WatchCsv.LimitRow> {

    /** Name of the file in the folder. */
    public static final String FILE = "watch.csv";

    record LimitRow(String run, MetLimit limit) {}

    static final ColumnKey.Amount FROM = new ColumnKey.Amount("from_s");
    static final ColumnKey.Amount TO = new ColumnKey.Amount("to_s");
    static final ColumnKey.Text FACTOR = new ColumnKey.Text("factor");

    public static final List<Column<LimitRow>> COLUMNS = List.of(
            new Column<>("run", LimitRow::run),
            new Column<>(FROM, row -> Cell.seconds(row.limit().fromNanos())),
            new Column<>(TO, row -> Cell.seconds(row.limit().toNanos())),
            new Column<>(FACTOR, row -> row.limit().factor().label()),
            new Column<>(Keys.EVIDENCE, row -> row.limit().evidence()),
            new Column<>(Keys.RELIEF, row -> row.limit().relief()),
            new Column<>(Keys.CONFIDENCE, row -> row.limit().confidence().label()));

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public WatchCsv(Path folder) {
        super(folder, FILE, COLUMNS);
    }

    /** Adds a limit, which is on the disk on return. */
    public void append(MetLimit limit) {
        append(List.of(new LimitRow(run(), limit)));
    }
}
