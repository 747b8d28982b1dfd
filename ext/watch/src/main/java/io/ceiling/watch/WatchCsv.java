package io.ceiling.watch;

import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.watch.verdict.MetLimit;
import java.nio.file.Path;
import java.util.List;

/**
 * The file watch.csv with a row for each limit that was met while a load tool was watched. The order of the columns is
 * part of the file format. Not thread-safe; blocks for disk I/O and throws {@link RunFolderException} if it fails.
 */
public final class WatchCsv implements AutoCloseable {

    /** Name of the file in the folder. */
    public static final String FILE = "watch.csv";

    record LimitRow(String run, MetLimit limit) {}

    public static final List<Column<LimitRow>> COLUMNS = List.of(
            new Column<>("run", LimitRow::run),
            new Column<>("from_s", row -> Cell.seconds(row.limit().fromNanos())),
            new Column<>("to_s", row -> Cell.seconds(row.limit().toNanos())),
            new Column<>("factor", row -> row.limit().factor().label()),
            new Column<>("evidence", row -> Cell.text(row.limit().evidence())),
            new Column<>("relief", row -> Cell.text(row.limit().relief())),
            new Column<>("confidence", row -> row.limit().confidence().label()));

    private final String run;
    private final CsvFile csv;

    private WatchCsv(String run, CsvFile csv) {
        this.run = run;
        this.csv = csv;
    }

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public static WatchCsv open(Path folder) {
        return new WatchCsv(
                String.valueOf(folder.getFileName()), CsvFile.open(folder.resolve(FILE), Column.names(COLUMNS)));
    }

    /** Adds a limit, which is on the disk on return. */
    public void append(MetLimit limit) {
        csv.append(List.of(Column.cells(COLUMNS, new LimitRow(run, limit))), true);
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        csv.close();
    }
}
