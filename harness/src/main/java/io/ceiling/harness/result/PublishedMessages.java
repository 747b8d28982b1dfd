package io.ceiling.harness.result;

/**
 * The messages that the server published in one step.
 *
 * @param offeredPerSecond intended rate per second; 0 for publishing without pause
 * @param messages messages that had at least one subscriber
 * @param late messages of these that were published more than 1 ms after their intended time
 * @param nanos time for which the server published, in ns
 */
public record PublishedMessages(int offeredPerSecond, long messages, long late, long nanos) {

    public double perSecond() {
        return nanos <= 0 ? 0 : messages / (nanos / 1e9);
    }
}
