package io.ceiling.climb;

/**
 * A figure for the same step that was published elsewhere.
 *
 * @param connections number of connections that were reached
 * @param stoppedBy limit that stopped the next one, in the words of that publication
 */
public record PublishedFigure(int connections, String stoppedBy) {}
