package io.ceiling.harness.model;

/**
 * A line of the server's log, or of the kernel's, that points at a limit.
 *
 * @param lineNumber 1 for the first line
 * @param line the line as it stands, cut at 300 characters
 */
public record LogFinding(LimitingFactor factor, int lineNumber, String line) {}
