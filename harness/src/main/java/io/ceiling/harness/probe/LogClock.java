package io.ceiling.harness.probe;

import io.ceiling.harness.model.LogFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells when a line of a log was written, whatever the line says itself: most words of a JVM at its end have no time.
 *
 * <p>Looks at the length of the file each time it is marked, so that a time is right to within two marks. Not thread-safe.
 */
public final class LogClock {

    private final Path log;
    /** Length of the log to the first moment at which it was that long. */
    private final TreeMap<Long, Long> lengths = new TreeMap<>();

    /** A clock for that file, which need not exist yet. */
    public LogClock(Path log) {
        this.log = log;
    }

    /** Remembers how long the log is now. */
    public void mark(long elapsedNanos) {
        try {
            lengths.putIfAbsent(Files.size(log), elapsedNanos);
        } catch (IOException e) {
            // There is no log yet, or no more; its lines have no time then.
        }
    }

    /** The finding with its time; as it was if the log had not been seen so long. */
    public LogFinding date(LogFinding finding) {
        Map.Entry<Long, Long> seen = lengths.ceilingEntry(finding.endOffset());
        return seen == null ? finding : finding.at(seen.getValue());
    }
}
