package io.ceiling.harness.model;

/**
 * What the web application counts of its channels; -1 stands for what could not be seen.
 *
 * @param publishing true while its publisher is at work
 * @param channels with a subscriber now
 * @param clients known now
 * @param longestPauseNanos of its process within the last one to two seconds
 * @param slowClients told to go since its start, because they did not read
 */
public record ChannelGauges(
        Messages messages, boolean publishing, long channels, long clients, long longestPauseNanos, long slowClients) {

    /**
     * Messages since the start of the web application.
     *
     * @param due the published ones, once for each subscriber that had to get it
     * @param written of these, handed to the container
     * @param dropped of these, given up because their client did not read
     * @param publishedLate more than 1 ms after their intended time
     */
    public record Messages(long published, long due, long written, long dropped, long publishedLate) {}
}
