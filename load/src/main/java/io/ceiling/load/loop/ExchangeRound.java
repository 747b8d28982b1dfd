package io.ceiling.load.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A round of exchanges: one for each connection that was served when it began, then more while the round saturates,
 * also on connections that are first served during the round.
 *
 * <p>Confined to the thread of its event loop.
 */
final class ExchangeRound extends Traffic {

    private static final long NO_SATURATION = 0;

    private record DueExchange(Connection connection, long intendedNanos) {}

    private final int number;
    private final @Nullable Connection[] connections;
    private final Schedule schedule;
    private final long saturateUntilNanos;
    private boolean saturating;
    // Connections that are due but still await their previous answer.
    private final Deque<DueExchange> waiting = new ArrayDeque<>();

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
     * Returns a round of all connections that are served by now.
     *
     * @param number number of the round, > 0
     * @param startNanos intended start of the first exchange, as {@link System#nanoTime}
     * @param perSecond rate of exchanges
     * @param saturateNanos time during which every answered connection sends again at once; 0 for a single exchange
     *     each
     */
    static ExchangeRound of(int number, OpeningOrder order, long startNanos, double perSecond, long saturateNanos) {
        @Nullable Connection[] served = order.served();
        return new ExchangeRound(
                number, served, new Schedule(startNanos, perSecond, served.length), startNanos, saturateNanos);
    }

    int size() {
        return schedule.remaining() + schedule.takenCount();
    }

    @Override
    boolean hasUnsent() {
        return schedule.remaining() > 0 || !waiting.isEmpty();
    }

    @Override
    long nextNanos(long now) {
        return now + LoadLoop.TICK_NANOS;
    }

    @Override
    boolean includes(Connection connection, int round) {
        return round == number;
    }

    @Override
    void onAnswer(Connection connection, int round, long now, long intended, Tally tally) {
        onServed(connection, now, tally);
    }

    /** Sends the next request of a connection at once, if this round saturates. */
    @Override
    void onServed(Connection connection, long now, Tally tally) {
        if (saturating && now - saturateUntilNanos < 0) {
            tally.exchangesPlanned++;
            connection.exchange(now, now, number);
        }
    }

    @Override
    void end() {
        saturating = false;
    }

    @Override
    int sendDue(int max, Tally tally) {
        long now = System.nanoTime();
        int handled = 0;
        for (int i = waiting.size(); i > 0; i--) {
            DueExchange first = waiting.removeFirst();
            send(first.connection, first.intendedNanos, now, tally);
        }
        while (handled < max && schedule.due(now)) {
            int index = schedule.takenCount();
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
            connection.exchange(intended, now, number);
        } else {
            waiting.addLast(new DueExchange(connection, intended));
        }
    }
}
