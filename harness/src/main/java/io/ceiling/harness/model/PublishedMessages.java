package io.ceiling.harness.model;

/**
 * What the server published in one step.
 *
 * @param offeredPerSecond intended rate; 0 for without pause
 * @param messages messages with at least one subscriber
 * @param late of these, more than 1 ms after their intended time
 * @param nanos how long the server published
 */
public record PublishedMessages(int offeredPerSecond, long messages, long late, long nanos) {

    /** Returns the messages published in a second. */
    public double perSecond() {
        return nanos <= 0 ? 0 : messages / (nanos / 1e9);
    }
}
