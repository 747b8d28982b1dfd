package io.ceiling.load.channels;

import io.ceiling.load.loop.Publishing;
import io.ceiling.load.loop.Schedule;

/**
 * The publishing of one event loop: sends messages when they are due, and counts them. A message that cannot be sent
 * waits, as do all after it, and keeps its intended time. Confined to the thread of the event loop.
 */
final class Publisher implements Publishing {

    /** Way of sending the messages of one event loop. Confined to the thread of that loop. */
    @FunctionalInterface
    interface Outlet {

        /** Sends a message; returns false if no connection can take it now, and then the caller keeps it. */
        boolean send(PublishText text, long nowNanos);

        /**
         * Called when messages wait for a connection.
         *
         * @param messages number of messages that wait
         */
        default void onWaiting(long messages, long nowNanos) {}

        default long expire(long nowNanos) {
            return Long.MAX_VALUE;
        }

        /** Closes the connections that this outlet has opened itself. */
        default void close() {}
    }

    private final Outlet outlet;
    private final ChannelTally tally;
    private final long aheadNanos;
    private BurstSchedule schedule = BurstSchedule.none();
    private PublishText text = new PublishText(schedule.elementsBytes());
    // Number of due messages of earlier schedules.
    private long earlierDueMessages;

    /** @param aheadNanos time by which the clock of this host is ahead of the clock of the stamps, in ns */
    Publisher(Outlet outlet, ChannelTally tally, long aheadNanos) {
        this.outlet = outlet;
        this.tally = tally;
        this.aheadNanos = aheadNanos;
    }

    /** Publishes this schedule from now on, and cancels the rest of the previous one. */
    void begin(BurstSchedule next, long nowNanos) {
        earlierDueMessages += schedule.dueMessages(nowNanos);
        schedule = next;
        text = new PublishText(next.elementsBytes());
    }

    @Override
    public int publishDue(int max) {
        int sent = 0;
        long now = System.nanoTime();
        while (sent < max && schedule.due(now)) {
            long intended = schedule.nextNanos();
            text.set(schedule.nextIdentifier(), intended - aheadNanos, now - aheadNanos);
            if (!outlet.send(text, now)) {
                outlet.onWaiting(schedule.waitingMessages(now), now);
                break;
            }
            schedule.take();
            tally.published++;
            if (now - intended > Schedule.LATE_NANOS) {
                tally.publishedLate++;
            }
            sent++;
            now = System.nanoTime();
        }
        return sent;
    }

    @Override
    public boolean hasMore() {
        return !schedule.over();
    }

    @Override
    public long nextNanos() {
        return schedule.nextNanos();
    }

    @Override
    public long expire(long nowNanos) {
        return outlet.expire(nowNanos);
    }

    /** Returns the number of messages whose intended time has come. */
    long dueMessages(long nowNanos) {
        return earlierDueMessages + schedule.dueMessages(nowNanos);
    }

    @Override
    public void close() {
        begin(BurstSchedule.none(), System.nanoTime());
        outlet.close();
    }
}
