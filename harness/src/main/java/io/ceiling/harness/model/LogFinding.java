package io.ceiling.harness.model;

/**
 * A line of the server's log, or of the kernel's, that points at a limit.
 *
 * @param lineNumber 1 for the first line
 * @param line the line as it stands, cut at 300 characters
 * @param endOffset bytes of the log up to the end of this line
 * @param elapsedNanos when it was written, since the start of the scenario; -1 if not known
 */
public record LogFinding(LimitingFactor factor, int lineNumber, String line, long endOffset, long elapsedNanos) {

    /** The same line, whose time is known. */
    public LogFinding at(long nanos) {
        return new LogFinding(factor, lineNumber, line, endOffset, nanos);
    }
}
