package io.ceiling.load.loop;

import io.ceiling.load.report.Counts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.Destination;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.socket.Wire;
import io.netty.channel.IoEventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One event loop with all its connections: opens them and sends exchanges when they are due, expires connections that
 * wait too long, and counts.
 *
 * <p>All methods run on the thread of the event loop. The clock is read once a millisecond while something is due, and
 * for the next time-out while only answers are awaited: no connection has a timer of its own.
 */
public final class LoadLoop {

    // Maximum number of starts between two polls of the sockets, so that starts do not delay answers.
    private static final int MAX_STARTS_PER_TICK = 64;

    static final long TICK_NANOS = 1_000_000;
    // Shortest time between two scans for expired connections. A scan visits every connection, so it runs only when a
    // time-out may be over.
    private static final long EXPIRY_NANOS = 100_000_000;
    // Limits the scans to a few percent of the time, however many connections there are.
    private static final long EXPIRY_NANOS_PER_CONNECTION = 5_000;
    // Longest time between two scans, when nothing waits.
    private static final long MAX_EXPIRY_NANOS = 3_600_000_000_000L;

    private static final int OUTPUT_BYTES = 32 * 1024;

    private final IoEventLoop eventLoop;
    private final Transport transport;
    private final Input input = new Input();
    private final ByteBuffer output = ByteBuffer.allocateDirect(OUTPUT_BYTES);
    private final OpeningOrder connections = new OpeningOrder();
    private final Clients clients = new Clients();
    private final Deque<Opening> openings = new ArrayDeque<>();

    private Assignment assignment;
    private ClientWorkload work;
    private Publishing publishing;
    private Tally tally = new Tally();
    private final Timings timings = new Timings();
    private Traffic traffic = ExchangeRound.none();
    // Number of rounds of exchanges so far.
    private int rounds;

    private OpeningWatch watch = OpeningWatch.NONE;
    // Time of the next scan for expired connections: the first time-out of those that wait.
    private long nextExpiryNanos = System.nanoTime();
    // Earliest time of the next scan, which limits their rate.
    private long soonestExpiryNanos = nextExpiryNanos;

    private @Nullable ScheduledFuture<?> tick;
    private long tickNanos;

    public LoadLoop(IoEventLoop eventLoop, Transport transport, Assignment assignment) {
        this.eventLoop = eventLoop;
        this.transport = transport;
        this.assignment = assignment;
        this.work = assignment.work().apply(this);
        this.publishing = work.publishing();
    }

    public IoEventLoop eventLoop() {
        return eventLoop;
    }

    /** Returns a socket to the server that is not connected yet. */
    Wire newWire(Wire.Owner owner) throws IOException {
        return assignment
                .destination()
                .withTls(transport.open(owner, destination().remote()));
    }

    Destination destination() {
        return assignment.destination();
    }

    Clients clients() {
        return clients;
    }

    Timeouts timeouts() {
        return assignment.timeouts();
    }

    /** Returns the work of this event loop's connections. */
    public ClientWorkload work() {
        return work;
    }

    /** Returns the connections that the work has created; callers must not change them. */
    public OpeningOrder connections() {
        return connections;
    }

    /** Returns the histograms of this event loop. */
    public Timings timings() {
        return timings;
    }

    Input input() {
        return input;
    }

    /** Returns the send buffer of this event loop, cleared. */
    public ByteBuffer output() {
        return output.clear();
    }

    /**
     * Closes all connections, resets all counts and takes another assignment. Keeps the clients if the server is the
     * same.
     */
    public void prepare(Assignment next) {
        close();
        if (!next.destination().remote().equals(destination().remote())) {
            clients.forget();
        }
        assignment = next;
        tally = new Tally();
        timings.forget();
        traffic = ExchangeRound.none();
        work = next.work().apply(this);
        publishing = work.publishing();
    }

    public void close() {
        publishing.close();
        trim(0);
    }

    /**
     * Reports the outcomes of connections to this watch from now on, and returns the number of connections that it
     * already has to wait for.
     */
    public long setWatch(OpeningWatch newWatch) {
        watch = newWatch;
        return work.settlesOnConnect() ? 0 : tally.pending;
    }

    public void open(Opening opening) {
        int count = opening.schedule().remaining();
        tally.requested += count;
        tally.pending += count;
        openings.add(opening);
        tick();
    }

    /**
     * Begins a round of exchanges on all connections that are served by now.
     *
     * @param startNanos intended start of the first exchange, as {@link System#nanoTime}
     * @param perSecond rate of exchanges of this event loop
     * @param saturateNanos time during which every answered connection sends again at once; 0 for a single exchange
     *     each
     */
    public void exchange(long startNanos, double perSecond, long saturateNanos) {
        if (assignment.held()) {
            return;
        }
        ExchangeRound round = ExchangeRound.of(++rounds, connections, startNanos, perSecond, saturateNanos);
        begin(round, round.size());
    }

    /**
     * Begins a conversation of all connections that are served by now; a pace with duration 0 ends the running
     * one, or a round that saturates.
     *
     * @param startNanos start of the conversation, as {@link System#nanoTime}
     * @param part index of this event loop among all that take part
     * @param parts number of event loops that take part
     */
    public void converse(Pace pace, long startNanos, int part, int parts) {
        if (assignment.held()) {
            return;
        }
        if (pace.durationNanos() == 0) {
            traffic.end();
            return;
        }
        begin(Conversation.of(connections, pace, startNanos, part, parts), 0);
    }

    private void begin(Traffic next, int exchanges) {
        timings.forgetExchanges();
        traffic = next;
        tally.beginExchanges(exchanges);
        tick();
    }

    /** Returns the number of connections that are served and not closed. */
    long alive() {
        return tally.alive;
    }

    /** Returns the number of connections that are alive or pending. */
    public long size() {
        return tally.pending + tally.alive;
    }

    /** Closes the newest connections until at most {@code keep} are left. */
    public void trim(int keep) {
        long excess = size() - keep;
        while (excess > 0 && !openings.isEmpty()) {
            Schedule last = openings.getLast().schedule();
            int dropped = last.drop((int) Math.min(excess, Integer.MAX_VALUE));
            tally.pending -= dropped;
            excess -= dropped;
            if (last.remaining() == 0) {
                openings.removeLast();
            }
        }
        excess -= connections.close(excess, connection -> !connection.served());
        connections.close(excess, connection -> true);
    }

    /** Closes the connections from this number on, and cancels planned ones. For numbered connections only. */
    public void trimFrom(int fromIndex) {
        for (Opening opening : openings) {
            tally.pending -= opening.dropFrom(fromIndex);
        }
        openings.removeIf(opening -> opening.schedule().remaining() == 0);
        connections.close(connections.size(), connection -> connection.openingIndex() >= fromIndex);
    }

    public void forgetTimes() {
        tally.forgetAges();
        timings.forget();
    }

    public Counts counts() {
        return tally.counts(clients.size()).plus(work.counts());
    }

    /** Does what is due, and schedules the next tick. */
    public void tick() {
        long now = System.nanoTime();
        int starts = openDue(now);
        starts += traffic.sendDue(MAX_STARTS_PER_TICK, tally);
        starts += publishing.publishDue(MAX_STARTS_PER_TICK);
        if (now - nextExpiryNanos >= 0) {
            expire(now);
        }
        if (starts >= MAX_STARTS_PER_TICK) {
            // More is due already: continue as soon as the sockets were polled.
            tickAt(now);
            return;
        }
        if (publishing.hasMore()) {
            // Exactly on time: a delay here would look like a slow server. A message that is already due waits for a
            // connection.
            long next = publishing.nextNanos();
            tickAt(next - now > 0 ? next : now + TICK_NANOS);
        }
        if (traffic.hasUnsent()) {
            tickAt(traffic.nextNanos(now));
        }
        tickAt(openings.isEmpty() ? nextExpiryNanos : now + TICK_NANOS);
    }

    private int openDue(long now) {
        int opened = 0;
        for (Opening opening : openings) {
            Schedule schedule = opening.schedule();
            while (opened < MAX_STARTS_PER_TICK && schedule.due(now)) {
                Connection connection = work.newConnection(opening.nextIndex());
                connections.add(connection);
                connection.open(schedule.take(), now);
                opened++;
            }
        }
        if (opened > 0) {
            openings.removeIf(opening -> opening.schedule().remaining() == 0);
        }
        return opened;
    }

    private void expire(long now) {
        long left = Math.min(connections.expire(now), publishing.expire(now));
        long least = Math.max(EXPIRY_NANOS, connections.size() * EXPIRY_NANOS_PER_CONNECTION);
        soonestExpiryNanos = now + least;
        nextExpiryNanos = now + Math.max(least, Math.min(left, MAX_EXPIRY_NANOS));
    }

    /** Schedules {@link #tick} at this time, unless it is scheduled earlier. */
    void tickAt(long nanos) {
        ScheduledFuture<?> planned = tick;
        if (planned != null && !planned.isDone()) {
            if (tickNanos - nanos <= 0) {
                return;
            }
            planned.cancel(false);
        }
        tickNanos = nanos;
        tick = eventLoop.schedule(this::onTick, Math.max(0, nanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void onTick() {
        tick = null;
        tick();
    }

    // The methods below are called by the connections.

    Tally tally() {
        return tally;
    }

    void recordConnect(Connection connection, long nanos) {
        Timings.record(timings.connect, nanos);
        if (work.settlesOnConnect() && !connection.served()) {
            watch.onSettled();
        }
    }

    void recordFirstAnswer(Connection connection, long now, long nanos) {
        tally.pending--;
        tally.served++;
        tally.alive++;
        Timings.record(timings.firstAnswer, nanos);
        recordMixRequest(connection, nanos);
        if (!work.settlesOnConnect()) {
            watch.onSettled();
        }
        traffic.onServed(connection, now, tally);
    }

    void recordAnswer(Connection connection, int round, long now, long responseNanos, long serviceNanos) {
        if (!traffic.includes(connection, round)) {
            return;
        }
        tally.exchangesAnswered++;
        Timings.record(timings.response, responseNanos);
        Timings.record(timings.service, serviceNanos);
        recordMixRequest(connection, responseNanos);
        traffic.onAnswer(connection, round, now, now - responseNanos, tally);
    }

    /**
     * Records the times of a request without an answer, which are at least its time-out: percentiles of answered
     * requests alone would be those of survivors.
     */
    void recordUnanswered(Connection connection, int round, long responseNanos, long serviceNanos) {
        if (!connection.served()) {
            Timings.record(timings.firstAnswer, responseNanos);
        } else if (traffic.includes(connection, round)) {
            Timings.record(timings.response, responseNanos);
            Timings.record(timings.service, serviceNanos);
        } else {
            return;
        }
        recordMixRequest(connection, responseNanos);
    }

    private void recordMixRequest(Connection connection, long nanos) {
        if (connection.mixIndex() != Connection.NO_MIX) {
            timings.recordMixRequest(connection.mixIndex(), nanos);
        }
    }

    void recordUnconnected(long nanos) {
        Timings.record(timings.connect, nanos);
        Timings.record(timings.firstAnswer, nanos);
    }

    /**
     * Records that a connection begins to wait.
     *
     * @param leftNanos time until its time-out; <= 0 if it is over
     */
    void recordWait(long now, long leftNanos) {
        if (leftNanos - (nextExpiryNanos - now) < 0) {
            nextExpiryNanos = Math.max(now + leftNanos - soonestExpiryNanos, 0) + soonestExpiryNanos;
            tickAt(nextExpiryNanos);
        } else if (tick == null) {
            tickAt(nextExpiryNanos);
        }
    }

    /** Publishes waiting messages, since a connection can take one again. */
    public void publishDue() {
        publishing.publishDue(MAX_STARTS_PER_TICK);
    }

    /** @param nanos time from the send or the connect to the failure, in ns */
    void recordFailure(FailureCause cause, String text, long nanos) {
        tally.countFailure(cause, text, nanos);
        watch.onFailed();
    }

    void recordClose(Connection connection, boolean wasUnanswered, int round) {
        connections.remove(connection);
        clients.detach(connection);
        if (!connection.served()) {
            tally.pending--;
            if (!work.settlesOnConnect()) {
                watch.onSettled();
            }
            return;
        }
        tally.alive--;
        if (wasUnanswered && traffic.includes(connection, round)) {
            tally.exchangesLost++;
        }
    }
}
