package io.ceiling.load.channels;

/**
 * Intended times of the messages that one of several event loops publishes.
 *
 * <p>An event loop sends every {@code parts}-th burst, beginning with the {@code part}-th, so that a burst is sent by
 * one loop that does not wait for another. The times do not move when the agent or the server falls behind. Not
 * thread-safe.
 */
public final class BurstSchedule {

    private final Bursts bursts;
    private final long startNanos;
    private final int part;
    private final int parts;
    // Number of bursts of this part.
    private final long count;
    // Number of bursts of this part whose messages were all taken.
    private long completeBursts;
    // Number of messages taken of the current burst.
    private int messageIndex;

    /**
     * Creates the schedule of one part.
     *
     * @param startNanos intended time of the first burst of all parts, as {@link System#nanoTime}
     * @param part index of this part, from 0 on
     * @param parts number of parts
     */
    public BurstSchedule(Bursts bursts, long startNanos, int part, int parts) {
        this.bursts = bursts;
        this.startNanos = startNanos;
        this.part = part;
        this.parts = parts;
        this.count = shareOf(bursts.count());
    }

    public static BurstSchedule none() {
        return new BurstSchedule(Bursts.NONE, 0, 0, 1);
    }

    int elementsBytes() {
        return bursts.elementsBytes();
    }

    boolean over() {
        return completeBursts == count;
    }

    boolean due(long nowNanos) {
        return !over() && nextNanos() - nowNanos <= 0;
    }

    /**
     * Returns the intended time of the next message, as {@link System#nanoTime}; meaningless if this schedule is over.
     */
    long nextNanos() {
        return startNanos + nextBurst() * bursts.pauseNanos();
    }

    /** Returns the channel of the next message. */
    int nextIdentifier() {
        return bursts.identifier(nextBurst() * bursts.messages() + messageIndex);
    }

    void take() {
        messageIndex++;
        if (messageIndex == bursts.messages()) {
            messageIndex = 0;
            completeBursts++;
        }
    }

    /** Returns the number of messages whose intended time has come. */
    long dueMessages(long nowNanos) {
        long elapsed = nowNanos - startNanos;
        long startedBursts = elapsed < 0 ? 0 : Math.min(elapsed / bursts.pauseNanos() + 1, bursts.count());
        return shareOf(startedBursts) * bursts.messages();
    }

    /** Returns the number of messages whose intended time has come and that were not taken. */
    long waitingMessages(long nowNanos) {
        return dueMessages(nowNanos) - completeBursts * bursts.messages() - messageIndex;
    }

    private long nextBurst() {
        return part + completeBursts * parts;
    }

    private long shareOf(long total) {
        return total <= part ? 0 : (total - part - 1) / parts + 1;
    }
}
