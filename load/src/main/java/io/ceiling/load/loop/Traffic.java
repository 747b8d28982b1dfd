package io.ceiling.load.loop;

/**
 * The requests that the served connections of one event loop send by a command: a round of exchanges, or a
 * conversation. A command cancels the rest of the previous one. Confined to the thread of its event loop.
 */
abstract class Traffic {

    /** Sends the requests that are due, at most {@code max} of them; returns the number of connections handled. */
    abstract int sendDue(int max, Tally tally);

    /** Returns true if a request will be sent, now or later, without waiting for an answer. */
    abstract boolean hasUnsent();

    /**
     * Returns when to look for such a request again, as {@link System#nanoTime}; meaningless unless {@link #hasUnsent}.
     */
    abstract long nextNanos(long now);

    /** Returns true if a request of the connection with this round number belongs to this traffic. */
    abstract boolean includes(Connection connection, int round);

    /**
     * Sends or plans the next request of a connection, since a request of this traffic was answered.
     *
     * @param intended intended start of the answered request
     */
    abstract void onAnswer(Connection connection, int round, long now, long intended, Tally tally);

    /** Lets a connection that is served now take part, if connections may join this traffic. */
    void onServed(Connection connection, long now, Tally tally) {}

    /** Begins no further request because of an answer; outstanding answers are awaited. */
    abstract void end();
}
