package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.Replacement;
import io.ceiling.harness.report.csv.RunFolderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes report.html into the folder of a run, from that folder alone. Blocks for disk I/O. */
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
        String page = ReportPage.of(ReportModel.of(RunFiles.read(folder)));
        return replace(folder.resolve(FILE), page);
    }

    static Path replace(Path file, String page) {
        try {
            Replacement.write(file, page.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, e), e);
        }
    }
}
