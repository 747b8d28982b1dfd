package io.ceiling.load;

import java.util.SplittableRandom;

/**
 * What one event loop publishes: sends messages when they are due, and counts. A message that nobody can take waits, with those after
 * it, and keeps its intended time.
 */
final class Publisher {

    private final PublishOutlet outlet;
    private final PublishTally tally;
    private BurstSchedule schedule = BurstSchedule.none();
    private PublishText text = new PublishText(schedule.elementsBytes());
    /** Messages asked for by the schedules before. */
    private long askedBefore;

    private Publisher(PublishOutlet outlet, PublishTally tally) {
        this.outlet = outlet;
        this.tally = tally;
    }

    /** @param connections of the event loop, of which the members of channels publish over their WebSockets */
    static Publisher of(
            LoadLoop loop, Script script, Destination destination, OpeningOrder connections, PublishTally tally) {
        ChannelPlan channels = script.plan.channels();
        boolean sockets = channels != null && channels.transport() == ChannelTransport.WEBSOCKET;
        PublishOutlet outlet = sockets
                // Its own source of numbers: how often it is asked depends on who is there.
                ? new MemberOutlet(connections, new SplittableRandom(script.random.nextLong()), tally)
                : new PostPool(loop, script, destination, tally);
        return new Publisher(outlet, tally);
    }

    /** Publishes this from now on; what is left of the schedule before is given up. */
    void begin(BurstSchedule next, long nowNanos) {
        askedBefore += schedule.asked(nowNanos);
        schedule = next;
        text = new PublishText(next.elementsBytes());
    }

    /** Sends what is due, at most so many; returns how many were sent. */
    int sendDue(int most) {
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
            tally.sent++;
            if (now - intended > ExchangeRound.LATE_NANOS) {
                tally.late++;
            }
            sent++;
            now = System.nanoTime();
        }
        return sent;
    }

    /** Whether there is more to send, now or later. */
    boolean unsent() {
        return !schedule.over();
    }

    /** When there is more to send; meaningless unless there is. */
    long nextNanos() {
        return schedule.nextNanos();
    }

    boolean mayExpire() {
        return outlet.mayExpire();
    }

    void expire(long nowNanos) {
        outlet.expire(nowNanos);
    }

    /** Messages whose intended time has come. */
    long asked(long nowNanos) {
        return askedBefore + schedule.asked(nowNanos);
    }

    /** Gives up what is left, and closes the connections that were opened for it. */
    void close() {
        begin(BurstSchedule.none(), System.nanoTime());
        outlet.close();
    }
}
