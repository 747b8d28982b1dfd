package io.ceiling.harness.model;

/**
 * What somebody else measured for the same step.
 *
 * @param connections that were reached
 * @param stoppedBy what stopped the next one, in the words of that report
 */
public record PublishedFigure(int connections, String stoppedBy) {}
