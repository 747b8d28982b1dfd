package io.ceiling.load.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A round of exchanges: one for each connection that was served when it began, then more while the round saturates, also
 * on connections that are first served meanwhile.
 *
 * <p>Confined to the thread of its event loop.
 */
final class ExchangeRound {

    private static final long NO_SATURATION = 0;

    private record Waiting(Connection connection, long intendedNanos) {}

    private final int number;
    private final @Nullable Connection[] connections;
    private final Schedule schedule;
    private final long saturateUntilNanos;
    private boolean saturating;
    /** Connections that are due but still await their previous answer. */
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    private ExchangeRound(
            int number, @Nullable Connection[] connections, Schedule schedule, long startNanos, long saturateNanos) {
        this.number = number;
        this.connections = connections;
        this.schedule = schedule;
        this.saturating = saturateNanos > NO_SATURATION;
        this.saturateUntilNanos = startNanos + saturateNanos;
    }

    /** Returns the round before the first one, without connections. */
    static ExchangeRound none() {
        return new ExchangeRound(0, new Connection[0], new Schedule(0, 1, 0), 0, NO_SATURATION);
    }

    /**
     * Returns the round after this one, of all connections that are served by now.
     *
     * @param startNanos intended start of the first exchange, as {@link System#nanoTime}
     * @param perSecond rate of exchanges
     * @param saturateNanos time during which every answered connection sends again at once; 0 for a single exchange
     *     each
     */
    ExchangeRound next(OpeningOrder order, long startNanos, double perSecond, long saturateNanos) {
        @Nullable Connection[] served = order.served();
        return new ExchangeRound(
                number + 1, served, new Schedule(startNanos, perSecond, served.length), startNanos, saturateNanos);
    }

    /** Returns a round without connections after this one; the rest of this round is given up. */
    ExchangeRound over() {
        return new ExchangeRound(number + 1, new Connection[0], new Schedule(0, 1, 0), 0, NO_SATURATION);
    }

    int number() {
        return number;
    }

    int size() {
        return schedule.left() + schedule.taken();
    }

    boolean unsent() {
        return schedule.left() > 0 || !waiting.isEmpty();
    }

    /** Begins no further exchange with the answer of another. */
    void saturateNoMore() {
        saturating = false;
    }

    boolean saturates(long now) {
        return saturating && now - saturateUntilNanos < 0;
    }

    /** Sends the exchanges that are due; returns the number taken from the schedule, at most {@code max}. */
    int sendDue(long now, int max, Tally tally) {
        int handled = 0;
        for (int i = waiting.size(); i > 0; i--) {
            Waiting first = waiting.removeFirst();
            send(first.connection, first.intendedNanos, now, tally);
        }
        while (handled < max && schedule.due(now)) {
            int index = schedule.taken();
            Connection connection = connections[index];
            connections[index] = null;
            long intended = schedule.take();
            if (connection != null) {
                send(connection, intended, now, tally);
            }
            handled++;
        }
        return handled;
    }

    private void send(Connection connection, long intended, long now, Tally tally) {
        if (connection.closed()) {
            tally.exchangesLost++;
        } else if (connection.idle()) {
            if (now - intended > Schedule.LATE_NANOS) {
                tally.lateSends++;
            }
            connection.loop.sending();
            connection.exchange(intended, now, number);
        } else {
            waiting.addLast(new Waiting(connection, intended));
        }
    }
}
