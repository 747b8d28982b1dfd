package io.ceiling.load.channels;

/**
 * Intended times of the messages that one of several event loops publishes: every {@code parts}-th burst beginning with the
 * {@code part}-th, so that a burst leaves from one loop without waiting for another. They do not move when the agent or the
 * server falls behind.
 */
public final class BurstSchedule {

    private final Bursts bursts;
    private final long startNanos;
    private final int part;
    private final int parts;
    /** Bursts of this part. */
    private final long count;
    /** Bursts of this part of which every message was taken. */
    private long burst;
    /** Messages that were taken of the burst after these. */
    private int inBurst;

    /**
     * Makes the schedule of one part.
     *
     * @param startNanos intended time of the first burst of all, as {@link System#nanoTime}
     */
    public BurstSchedule(Bursts bursts, long startNanos, int part, int parts) {
        this.bursts = bursts;
        this.startNanos = startNanos;
        this.part = part;
        this.parts = parts;
        this.count = own(bursts.count());
    }

    /** Returns a schedule without a message. */
    public static BurstSchedule none() {
        return new BurstSchedule(Bursts.NONE, 0, 0, 1);
    }

    int elementsBytes() {
        return bursts.elementsBytes();
    }

    boolean over() {
        return burst == count;
    }

    boolean due(long nowNanos) {
        return !over() && nextNanos() - nowNanos <= 0;
    }

    /** Intended time of the next message; meaningless if it is over. */
    long nextNanos() {
        return startNanos + nextBurst() * bursts.pauseNanos();
    }

    /** Channel of the next message. */
    int nextIdentifier() {
        return bursts.identifier(nextBurst() * bursts.messages() + inBurst);
    }

    /** The next message counts as taken from now on. */
    void take() {
        inBurst++;
        if (inBurst == bursts.messages()) {
            inBurst = 0;
            burst++;
        }
    }

    /** Messages whose intended time has come. */
    long asked(long nowNanos) {
        long elapsed = nowNanos - startNanos;
        long begun = elapsed < 0 ? 0 : Math.min(elapsed / bursts.pauseNanos() + 1, bursts.count());
        return own(begun) * bursts.messages();
    }

    /** Of these, the ones that were not taken. */
    long waiting(long nowNanos) {
        return asked(nowNanos) - burst * bursts.messages() - inBurst;
    }

    /** Number of the next burst among all parts'. */
    private long nextBurst() {
        return part + burst * parts;
    }

    /** How many of the first so many bursts of all are this part's. */
    private long own(long all) {
        return all <= part ? 0 : (all - part - 1) / parts + 1;
    }
}
