package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.AtomicFiles;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.chart.History;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Writes report.html and the files of its history into the folder of a run, from that folder alone. Blocks for disk I/O. */
public final class RunReport {

    /** Name of the file in the folder. */
    public static final String FILE = "report.html";

    private RunReport() {}

    /**
     * Replaces the report as a whole; a reader never sees a partial file.
     *
     * @return the file
     * @throws RunFolderException if the folder cannot be read or written; the message is one line
     */
    public static Path write(Path folder) {
        RunFiles files = RunFiles.read(folder);
        History history = History.of(files.tables().ceilings().rows());
        replace(folder.resolve(History.COSTS), history.costs());
        replace(folder.resolve(History.CEILINGS), history.ceilings());
        return replace(folder.resolve(FILE), ReportPage.of(ReportModel.of(files)));
    }

    // Writes no file without an entry: the action that reads it would take it for an error.
    private static void replace(Path file, List<History.HistoryFigure> entries) {
        if (!entries.isEmpty()) {
            Path ignored = replace(file, Html.indented(entries) + "\n");
        }
    }

    static Path replace(Path file, String page) {
        try {
            AtomicFiles.write(file, page.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, CsvFile.reason(e)), e);
        }
    }
}
