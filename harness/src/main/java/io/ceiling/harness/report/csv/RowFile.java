package io.ceiling.harness.report.csv;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A CSV file in the folder of a run, with a row for each value of a type. The order of the columns is part of the file format. Not
 * thread-safe; blocks for disk I/O and throws {@link RunFolderException} if it fails.
 */
public abstract class RowFile<R> implements AutoCloseable {

    private final String run;
    private final List<Column<R>> columns;
    private final CsvFile file;
    private final Supplier<List<String>> warnings;

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    protected RowFile(Path folder, String name, List<Column<R>> columns) {
        this(folder, name, columns, List::of);
    }

    /**
     * Opens a file that has marks, and creates it if it does not exist.
     *
     * @param warnings what may have spoiled a row that is written now
     */
    protected RowFile(Path folder, String name, List<Column<R>> columns, Supplier<List<String>> warnings) {
        this.run = String.valueOf(folder.getFileName());
        this.columns = columns;
        this.file = CsvFile.openCached(folder.resolve(name), Column.names(columns));
        this.warnings = warnings;
    }

    protected String run() {
        return run;
    }

    /** Adds rows, which are on the disk on return. */
    protected void append(List<R> rows) {
        file.append(
                rows.stream()
                        .map(row -> MarkedRow.cells(columns, row, warnings.get()))
                        .toList(),
                true);
    }

    public List<CsvRow> rows() {
        return file.dataRows();
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        file.close();
    }
}
