package io.ceiling.harness.run;

import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.RunIndex;
import io.ceiling.harness.report.html.RunReport;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes report.html while a run goes on, and again with the index of runs when it ends. {@link #close} does so after
 * the folder is closed. After Ctrl-C or SIGTERM, a shutdown hook does so from the files on the disk, within ten
 * seconds. A failure to write the report is printed.
 */
public final class Reporting implements AutoCloseable {

    // The user who pressed Ctrl-C is waiting, and forked servers live as long as this process.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final PrintStream out;
    private final AtomicReference<@Nullable Path> unreported = new AtomicReference<>();
    private int rowsReported;
    private boolean missing;

    public Reporting(PrintStream out) {
        this.out = out;
        Runtime.getRuntime().addShutdownHook(new Thread(this::writeInTime, "report-at-exit"));
    }

    /** Registers the folder whose report is to be written, and returns it. */
    public RunFolder register(RunFolder folder) {
        unreported.set(folder.path());
        return folder;
    }

    /**
     * Writes the report of the scenarios that have a row, if there are new ones since the last time, so that a run that
     * is killed has a report of all that it measured. Call this in the thread that measures, before the next
     * measurement begins: the work takes processor time of this host. Failures are not printed here; the report at the
     * end prints them.
     */
    public void writeInterim(RunFolder folder) {
        int rows = folder.finished().size();
        if (rows == rowsReported) {
            return;
        }
        rowsReported = rows;
        try {
            RunReport.write(folder.path());
        } catch (RunFolderException e) {
            // A full disk or a folder that is gone; rows that cannot be written end the run, a report does not.
        } catch (RuntimeException | OutOfMemoryError e) {
            // An error in the report must not make the run fail.
        }
    }

    /**
     * Writes the report of the registered folder, unless it is written already. Call this after the folder is closed.
     */
    @Override
    public void close() {
        write();
    }

    private void index(@Nullable Path results) {
        try {
            if (results != null) {
                RunIndex.write(results);
            }
        } catch (RunFolderException e) {
            out.println("no list of runs: " + e.getMessage());
        } catch (RuntimeException | OutOfMemoryError e) {
            // The report is written: its exit code does not change.
            out.println("no list of runs: unexpected error: " + e);
        }
    }

    /** Returns true if a report could not be written at the end. */
    boolean isMissing() {
        return missing;
    }

    // Writes the report during shutdown. A report that takes longer than the limit is abandoned; ceiling report can
    // make it later.
    private void writeInTime() {
        Path folder = unreported.get();
        if (folder == null) {
            return;
        }
        // A row may have begun a line, which it cannot end any more.
        out.println();
        if (!BoundedShutdownTask.run("report", this::write, PATIENCE)) {
            out.println("no report: it would take longer than %d s. Hint: ./ceiling report %s"
                    .formatted(PATIENCE.toSeconds(), folder));
        }
    }

    private void write() {
        Path folder = unreported.getAndSet(null);
        if (folder == null) {
            return;
        }
        try {
            out.println("report: " + RunReport.write(folder));
            index(folder.getParent());
        } catch (RunFolderException e) {
            missing = true;
            out.println("no report: %s. Hint: the figures are in %s; ./ceiling report DIR makes it"
                    .formatted(e.getMessage(), folder));
        } catch (RuntimeException | OutOfMemoryError e) {
            // The figures are on the disk.
            missing = true;
            out.println("no report: unexpected error: %s. Hint: ./ceiling --verbose report %s".formatted(e, folder));
        }
    }
}
