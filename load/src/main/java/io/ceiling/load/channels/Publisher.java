package io.ceiling.load.channels;

import io.ceiling.load.loop.Schedule;
import io.ceiling.load.loop.Sideline;

/**
 * What one event loop publishes: sends messages when they are due, and counts. A message that nobody can take waits, with those after
 * it, and keeps its intended time.
 */
final class Publisher implements Sideline {

    /** How the messages of one event loop are sent; used by its thread alone. */
    interface Outlet {

        /** Sends a message; false if nobody can take it now, and then the caller keeps it. */
        boolean send(PublishText text, long nowNanos);

        /** So many messages wait to be taken. */
        void awaited(long messages, long nowNanos);

        /** Whether something is going on that may {@link #expire}. */
        boolean mayExpire();

        /** Fails what has waited too long. */
        void expire(long nowNanos);

        /** Closes what this outlet opened itself. */
        void close();
    }

    private final Outlet outlet;
    private final ChannelTally tally;
    private BurstSchedule schedule = BurstSchedule.none();
    private PublishText text = new PublishText(schedule.elementsBytes());
    /** Messages asked for by the schedules before. */
    private long askedBefore;

    Publisher(Outlet outlet, ChannelTally tally) {
        this.outlet = outlet;
        this.tally = tally;
    }

    /** Publishes this from now on; what is left of the schedule before is given up. */
    void begin(BurstSchedule next, long nowNanos) {
        askedBefore += schedule.asked(nowNanos);
        schedule = next;
        text = new PublishText(next.elementsBytes());
    }

    @Override
    public int doDue(int most) {
        int sent = 0;
        long now = System.nanoTime();
        while (sent < most && schedule.due(now)) {
            long intended = schedule.nextNanos();
            text.set(schedule.nextIdentifier(), intended, now);
            if (!outlet.send(text, now)) {
                outlet.awaited(schedule.waiting(now), now);
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
    public boolean mayExpire() {
        return outlet.mayExpire();
    }

    @Override
    public void expire(long nowNanos) {
        outlet.expire(nowNanos);
    }

    /** Messages whose intended time has come. */
    long asked(long nowNanos) {
        return askedBefore + schedule.asked(nowNanos);
    }

    @Override
    public void close() {
        begin(BurstSchedule.none(), System.nanoTime());
        outlet.close();
    }
}
