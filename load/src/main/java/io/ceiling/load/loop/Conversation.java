package io.ceiling.load.loop;

import org.jspecify.annotations.Nullable;

/**
 * Connections of one event loop that ask again and again, each after an idle time of its own.
 *
 * <p>Notes. A connection has one request under way at most, so the intended start of the next is its last answer and the idle
 * time; when the agent is late with it, that is counted and part of its response time. The connections that were served
 * when the conversation began take part; one that is closed asks no more. They have no timers: who is due next stands on top
 * of a heap.
 */
final class Conversation {

    /** For who is due and still awaits the answer to something from before. */
    private static final long BUSY_NANOS = 1_000_000;

    private final Pace pace;
    private final int part;
    private final int parts;
    private final @Nullable Connection[] members;
    /** Of each member. */
    private final int[] requests;

    private final DueTimes due;
    private long endNanos;

    private Conversation(Pace pace, long startNanos, int part, int parts, @Nullable Connection[] members) {
        this.pace = pace;
        this.part = part;
        this.parts = parts;
        this.members = members;
        this.requests = new int[members.length];
        this.due = new DueTimes(members.length);
        this.endNanos = startNanos + pace.durationNanos();
    }

    /** Of nobody. */
    static Conversation none() {
        return new Conversation(Pace.NONE, System.nanoTime(), 0, 1, new Connection[0]);
    }

    /**
     * Of all connections that are served by now.
     *
     * @param part number of this event loop among those that take part, whose connections draw idle times of their own
     */
    static Conversation of(OpeningOrder order, Pace pace, long startNanos, int part, int parts) {
        @Nullable Connection[] served = order.served();
        Conversation conversation = new Conversation(pace, startNanos, part, parts, served);
        for (int member = 0; member < served.length; member++) {
            conversation.ask(member, startNanos + pace.firstIdleNanos(conversation.place(member)));
        }
        return conversation;
    }

    private long place(int member) {
        return part + (long) member * parts;
    }

    private void ask(int member, long nanos) {
        if (nanos - endNanos < 0) {
            due.add(member, nanos);
        }
    }

    /** Sends what is due, at most so many; returns how many were looked at. */
    int sendDue(int most, Tally tally) {
        int handled = 0;
        long now = System.nanoTime();
        while (handled < most && !due.isEmpty() && due.nextNanos() - now <= 0) {
            long intended = due.nextNanos();
            send(due.take(), intended, now, tally);
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
            due.add(member, now + BUSY_NANOS);
            return;
        }
        requests[member]++;
        tally.exchangesAsked++;
        if (now - intended > Schedule.LATE_NANOS) {
            tally.lateSends++;
        }
        connection.loop.sending();
        // Rounds of exchanges have numbers from 0 on.
        connection.exchange(intended, now, ~member);
    }

    /** Whether somebody will ask, now or later. */
    boolean unsent() {
        return !due.isEmpty();
    }

    /** When the next one asks; meaningless unless there is one. */
    long nextNanos() {
        return due.nextNanos();
    }

    /** Whether a request with this number of a round is one of this conversation. */
    boolean has(Connection connection, int round) {
        int member = ~round;
        return round < 0 && member < members.length && members[member] == connection && requests[member] > 0;
    }

    /** A request of this conversation was answered: its connection asks again after its idle time. */
    void answered(int round, long now) {
        int member = ~round;
        ask(member, now + pace.idleNanos(place(member), requests[member]));
    }

    /** Nobody asks any more; what is under way is awaited. */
    void end() {
        due.clear();
        endNanos = System.nanoTime();
    }
}
