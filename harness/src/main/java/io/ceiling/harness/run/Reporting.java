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
 * Has a run end with its report.html and the list of runs, however it ends: closed after the folder, or else, after Ctrl-C or a
 * SIGTERM, by a shutdown hook, from what is there by then, within ten seconds. A report that cannot be made is told and changes nothing else.
 */
public final class Reporting implements AutoCloseable {

    /** Whoever pressed Ctrl-C is waiting, and servers stay as long as this process does. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final PrintStream out;
    private final AtomicReference<@Nullable Path> unreported = new AtomicReference<>();

    public Reporting(PrintStream out) {
        this.out = out;
        Runtime.getRuntime().addShutdownHook(new Thread(this::writeInTime, "report-at-exit"));
    }

    /** The run whose report is to be made. */
    public RunFolder of(RunFolder folder) {
        unreported.set(folder.path());
        return folder;
    }

    /** Writes the report, if there is a folder without one; to be called when the folder is closed. */
    @Override
    public void close() {
        write();
    }

    /** For a shutdown; a report that takes longer is given up, and can be had from the folder later. */
    private void writeInTime() {
        Path folder = unreported.get();
        if (folder == null) {
            return;
        }
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
            Path results = folder.getParent();
            if (results != null) {
                RunIndex.write(results);
            }
        } catch (RunFolderException e) {
            out.println("no report: " + e.getMessage());
        } catch (RuntimeException | OutOfMemoryError e) {
            // The figures are on the disk; a fault of their picture must not make the run a failure.
            out.println("no report: unexpected error: %s. Hint: ./ceiling --verbose report %s".formatted(e, folder));
        }
    }
}
