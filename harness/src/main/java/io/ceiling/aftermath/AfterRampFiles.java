package io.ceiling.aftermath;

import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The files aftermath.csv and storms.csv of a run, each of which exists only once it has a row. Not thread-safe. */
public final class AfterRampFiles implements AutoCloseable {

    private final Path folder;
    private @Nullable CsvFile aftermath;
    private @Nullable CsvFile storms;

    public AfterRampFiles(Path folder) {
        this.folder = folder;
    }

    /** Removes the rows that the predicate rejects from the files that exist. */
    public void keep(Predicate<List<String>> wanted) {
        if (Files.exists(folder.resolve(AftermathCsv.FILE), LinkOption.NOFOLLOW_LINKS)) {
            aftermath().keep(wanted);
        }
        if (Files.exists(folder.resolve(StormsCsv.FILE), LinkOption.NOFOLLOW_LINKS)) {
            storms().keep(wanted);
        }
    }

    /** Adds the rows of a scenario. On return they are on the disk. */
    public void append(String run, Scenario scenario, AfterRamp after) {
        List<List<String>> rows =
                after.aftermath().map(measured -> AftermathCsv.rows(run, scenario, measured)).orElse(List.of()).stream()
                        .map(row -> Column.cells(AftermathCsv.COLUMNS, row))
                        .toList();
        if (!rows.isEmpty()) {
            aftermath().append(rows, true);
        }
        if (!after.storms().isEmpty()) {
            storms().append(
                            after.storms().stream()
                                    .map(storm ->
                                            Column.cells(StormsCsv.COLUMNS, new StormsCsv.Row(run, scenario, storm)))
                                    .toList(),
                            true);
        }
    }

    private CsvFile aftermath() {
        CsvFile opened = aftermath;
        if (opened == null) {
            opened = CsvFile.open(folder.resolve(AftermathCsv.FILE), Column.names(AftermathCsv.COLUMNS));
            aftermath = opened;
        }
        return opened;
    }

    private CsvFile storms() {
        CsvFile opened = storms;
        if (opened == null) {
            opened = CsvFile.open(folder.resolve(StormsCsv.FILE), Column.names(StormsCsv.COLUMNS));
            storms = opened;
        }
        return opened;
    }

    @Override
    public void close() {
        if (aftermath != null) {
            aftermath.close();
        }
        if (storms != null) {
            storms.close();
        }
    }
}
