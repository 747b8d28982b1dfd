package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.RunFolderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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
        Path half = file.resolveSibling(
                file.getFileName() + ".new-" + ProcessHandle.current().pid());
        try {
            Files.writeString(half, page, StandardCharsets.UTF_8);
            return Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            half.toFile().delete();
            throw new RunFolderException("%s cannot be written: %s".formatted(file, e), e);
        }
    }
}
