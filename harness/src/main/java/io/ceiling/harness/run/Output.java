package io.ceiling.harness.run;

import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.RunSetup;
import io.ceiling.harness.report.SummaryJson;
import io.ceiling.harness.report.csv.CsvTable;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The console output of a run. */
public enum Output {
    /** Its progress and its results, for a person. */
    SCREEN,
    /** The same, with the time and processor time of each scenario. */
    VERBOSE,
    /** The path of its folder alone. */
    QUIET,
    /** One JSON document alone. */
    JSON;

    /** Returns true if nothing is printed for a person. */
    public boolean isForPrograms() {
        return this == QUIET || this == JSON;
    }

    /** Returns the stream for the output that a person reads. */
    PrintStream forPeople(PrintStream out) {
        return isForPrograms() ? new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8) : out;
    }

    /** Prints what programs read, at the end of a run; nothing for a person. Blocks for disk I/O. */
    void forPrograms(PrintStream out, Path folder) {
        if (this == QUIET) {
            out.println(folder);
        } else if (this == JSON) {
            out.println(
                    SummaryJson.of(folder, CsvTable.ceilings(folder.resolve(RunFolder.CEILINGS)), RunSetup.of(folder)));
        }
    }
}
