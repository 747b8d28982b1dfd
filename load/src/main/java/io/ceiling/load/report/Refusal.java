package io.ceiling.load.report;

/**
 * The refusals of one kind.
 *
 * @param count how many there were
 * @param totalNanos sum of their times, each from the send or the connect to the refusal, in ns
 * @param longestNanos longest of these times, in ns
 */
public record Refusal(long count, long totalNanos, long longestNanos) {

    public Refusal plus(Refusal other) {
        return new Refusal(
                count + other.count, totalNanos + other.totalNanos, Math.max(longestNanos, other.longestNanos));
    }

    /** Returns the refusals since earlier ones; the longest time is that of all. */
    public Refusal since(Refusal before) {
        return new Refusal(count - before.count, totalNanos - before.totalNanos, longestNanos);
    }

    /** Returns the mean time, in ns; 0 of none. */
    public long meanNanos() {
        return count == 0 ? 0 : totalNanos / count;
    }
}
