package io.ceiling.harness.result;

import io.ceiling.harness.scenario.LimitingFactor;

/**
 * A line of the server's log, or of the kernel's, that points to a limit.
 *
 * @param factor limit that the line names
 * @param lineNumber number of the line, 1 for the first
 * @param line text of the line, cut at 300 characters
 * @param endOffset offset in the log of the end of this line, in bytes
 * @param elapsedNanos time of the line since the start of the scenario, in ns; -1 if not known
 */
public record LogFinding(LimitingFactor factor, int lineNumber, String line, long endOffset, long elapsedNanos) {

    /** Text of the line, whose factor is unknown, that this project writes into a log in place of its middle. */
    public static final String LEFT_OUT = "bytes of this log are left out here";

    /** Returns the same line with its time. */
    public LogFinding at(long nanos) {
        return new LogFinding(factor, lineNumber, line, endOffset, nanos);
    }
}
