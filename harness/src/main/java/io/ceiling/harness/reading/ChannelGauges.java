package io.ceiling.harness.reading;

/**
 * The web application's counters of its channels; -1 stands for a value that could not be seen.
 *
 * @param messages messages since its start
 * @param publishing true while its publisher is at work
 * @param channels number of channels that have a subscriber now
 * @param clients number of clients known now
 * @param longestPauseNanos longest pause of its process within the last one to two seconds, in ns
 * @param slowClients number of clients that it has disconnected since its start because they did not read
 */
public record ChannelGauges(
        MessageCounts messages,
        boolean publishing,
        long channels,
        long clients,
        long longestPauseNanos,
        long slowClients) {

    /**
     * The messages since the start of the web application.
     *
     * @param published messages that were published
     * @param due the same messages, counted once for each subscriber that had to get them
     * @param written due messages that were handed to the container
     * @param dropped due messages that were dropped because their client did not read
     * @param publishedLate messages that were published more than 1 ms after their intended time
     */
    public record MessageCounts(long published, long due, long written, long dropped, long publishedLate) {}
}
