package io.ceiling.harness.observe;

import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.server.CappedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Dates the lines of a log by the growth of the file, since most last messages of a JVM have no time of their own.
 *
 * <p>It reads the length of the file at each mark, so that a time is exact to within two marks; lines that moved as
 * the middle was cut out have the time of the mark after that. Not thread-safe.
 */
public final class LogClock {

    private final Path log;
    // Times at which the log first had each length, in ns since the start of the scenario.
    private final TreeMap<Long, Long> lengths = new TreeMap<>();

    /** Creates a clock for a file, which need not exist yet. */
    public LogClock(Path log) {
        this.log = log;
    }

    /**
     * Records the current length of the log.
     *
     * @param elapsedNanos time since the start of the scenario, in ns
     */
    public void mark(long elapsedNanos) {
        try {
            long length = Files.size(log);
            if (!lengths.isEmpty() && length < lengths.lastKey()) {
                // A log whose middle was cut out has other lines after its beginning now.
                lengths.tailMap(Math.min(length, CappedLog.KEPT_BYTES), false).clear();
            }
            lengths.putIfAbsent(length, elapsedNanos);
        } catch (IOException e) {
            // Without a log there are no lines to date.
        }
    }

    /** Returns the finding with its time; unchanged if it is beyond the last recorded length. */
    public LogFinding date(LogFinding finding) {
        Map.Entry<Long, Long> seen = lengths.ceilingEntry(finding.endOffset());
        return seen == null ? finding : finding.at(seen.getValue());
    }
}
