package io.ceiling.load.loop;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one event loop that send requests repeatedly, each after an idle time of its own.
 *
 * <p>Notes. A connection has at most one outstanding request, so the intended start of the next one is the last answer
 * plus the idle time; in an open loop it is the last intended start plus the idle time, whether or not that request is
 * answered. If the agent sends it late, the send counts as late and the delay is part of the response time. Connections
 * that were served when the conversation began take part; a closed connection is not replaced. Connections have no
 * timers: a heap has the next due one on top. Confined to the thread of its event loop.
 */
final class Conversation extends Traffic {

    // Delay before the next attempt on a due connection that still awaits an answer.
    private static final long BUSY_NANOS = 1_000_000;

    // Shortest time between two checks for due requests: 10 000 checks a second are enough. A longer wait here would
    // look like a slow server.
    private static final long MIN_TICK_NANOS = 100_000;

    private final Pace pace;
    private final int part;
    private final int parts;
    private final @Nullable Connection[] members;
    // Number of requests sent by each member.
    private final int[] requestCounts;
    // Last answer of each member, as nanoTime; empty in a closed loop, which does not need it.
    private final long[] answeredNanos;

    private final DueTimes dueTimes;
    private long endNanos;

    private Conversation(Pace pace, long startNanos, int part, int parts, @Nullable Connection[] members) {
        this.pace = pace;
        this.part = part;
        this.parts = parts;
        this.members = members;
        this.requestCounts = new int[members.length];
        this.answeredNanos = new long[pace.open() ? members.length : 0];
        Arrays.fill(answeredNanos, startNanos);
        this.dueTimes = new DueTimes(members.length);
        this.endNanos = startNanos + pace.durationNanos();
    }

    /**
     * Returns a conversation of all connections that are served by now.
     *
     * @param startNanos start of the conversation, as {@link System#nanoTime}
     * @param part index of this event loop among all that take part; its connections draw idle times of their own
     * @param parts number of event loops that take part
     */
    static Conversation of(OpeningOrder order, Pace pace, long startNanos, int part, int parts) {
        @Nullable Connection[] served = order.served();
        Conversation conversation = new Conversation(pace, startNanos, part, parts, served);
        for (int member = 0; member < served.length; member++) {
            conversation.scheduleNext(member, startNanos, pace.firstIdleNanos(conversation.drawIndex(member)));
        }
        return conversation;
    }

    private long drawIndex(int member) {
        return part + (long) member * parts;
    }

    private void scheduleNext(int member, long idleFromNanos, long idleNanos) {
        long start = pace.nearestGridTime(idleFromNanos + idleNanos, idleFromNanos);
        if (start - endNanos < 0) {
            dueTimes.add(member, start);
        }
    }

    @Override
    int sendDue(int max, Tally tally) {
        int handled = 0;
        long now = System.nanoTime();
        while (handled < max && !dueTimes.isEmpty() && dueTimes.nextNanos() - now <= 0) {
            long intended = dueTimes.nextNanos();
            send(dueTimes.take(), intended, now, tally);
            handled++;
            now = System.nanoTime();
        }
        return handled;
    }

    private void send(int member, long intended, long now, Tally tally) {
        Connection connection = members[member];
        if (connection == null || connection.closed()) {
            members[member] = null;
            return;
        }
        if (!connection.idle()) {
            dueTimes.add(member, now + BUSY_NANOS);
            return;
        }
        requestCounts[member]++;
        tally.exchangesPlanned++;
        // In an open loop the connection may have been busy at the intended start, which is not the agent's delay.
        long possibleStart = pace.open() ? Math.max(intended - now, answeredNanos[member] - now) + now : intended;
        if (now - possibleStart > Schedule.LATE_NANOS) {
            tally.lateSends++;
        }
        // Rounds of exchanges have numbers from 0 on, so members use negative ones.
        connection.exchange(intended, now, ~member);
    }

    @Override
    boolean hasUnsent() {
        return !dueTimes.isEmpty();
    }

    @Override
    long nextNanos(long now) {
        return now + Math.max(dueTimes.nextNanos() - now, MIN_TICK_NANOS);
    }

    @Override
    boolean includes(Connection connection, int round) {
        int member = ~round;
        return round < 0 && member < members.length && members[member] == connection && requestCounts[member] > 0;
    }

    /**
     * Plans the next request of a connection: after its idle time, which in an open loop counts from the intended start
     * of the answered request.
     */
    @Override
    void onAnswer(Connection connection, int round, long now, long intended, Tally tally) {
        int member = ~round;
        if (pace.open()) {
            answeredNanos[member] = now;
        }
        scheduleNext(member, pace.open() ? intended : now, pace.idleNanos(drawIndex(member), requestCounts[member]));
        if (hasUnsent()) {
            connection.loop.tickAt(dueTimes.nextNanos());
        }
    }

    @Override
    void end() {
        dueTimes.clear();
        endNanos = System.nanoTime();
    }
}
