package io.ceiling.load.loop;

import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.RefusalKind;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.FailureClassifier;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One connection: connecting, awaiting an answer, served (and then idle or held), closed.
 *
 * <p>Subclasses implement the protocol. Confined to the thread of its event loop. Its fields are the memory of an idle
 * connection, so each one counts.
 */
public abstract class Connection extends WireUser {

    private enum ConnectionState {
        CONNECTING,
        AWAITING_ANSWER,
        SERVED,
        /** The held response has ended as expected; the server may close. */
        RELEASED,
        CLOSED
    }

    static final int NO_MIX = -1;
    private static final int UNNUMBERED = -1;

    // Round of a request that belongs to no round of exchanges and to no conversation.
    private static final int NO_ROUND = Integer.MIN_VALUE;

    /** Index in {@link OpeningOrder}. */
    int slot;

    private ConnectionState phase = ConnectionState.CONNECTING;
    private boolean served;
    // Number of the round of exchanges that the outstanding answer belongs to.
    private int round;

    // Intended start of the current connect or exchange, as nanoTime.
    private long intendedNanos;
    // Start of the current phase, as nanoTime: the connect, the send, or the last answer.
    private long phaseStartNanos;

    protected Connection(LoadLoop loop) {
        super(loop);
    }

    protected abstract void putFirst(ByteBuffer out);

    /**
     * Puts the next request into the buffer, once the first was answered.
     *
     * @throws IllegalStateException if connections of this kind send one request only
     */
    protected void putNext(ByteBuffer out) {
        throw new IllegalStateException("%s asks once only".formatted(getClass().getSimpleName()));
    }

    /**
     * Returns the number of connections that the agent opened before this one; -1 if the workload does not number them.
     */
    protected int openingIndex() {
        return UNNUMBERED;
    }

    /** Returns which request of a mix is outstanding, or was the last, from 0 on; -1 if there is no mix. */
    protected int mixIndex() {
        return NO_MIX;
    }

    /**
     * Returns true if the server may have closed the socket between two requests, so that the request is sent over a
     * new one. Called only if no byte of an answer has arrived.
     */
    protected boolean survivesClose() {
        return false;
    }

    /** Returns true if the server has announced the end of the socket, so that the next request takes a new one. */
    protected boolean needsNewSocket() {
        return false;
    }

    /**
     * Returns true if a connection whose socket ended between two requests sends one over a new socket at once, to stay
     * held.
     */
    protected boolean reopensAtOnce() {
        return false;
    }

    /**
     * Returns true if the end of the socket completes the outstanding answer.
     *
     * @throws AnswerException if the answer is not as expected
     */
    protected boolean completesAnswer() throws AnswerException {
        return false;
    }

    /** Returns why the server closed a connection that was served, to be appended to a message; may be empty. */
    protected String closeReason() {
        return "";
    }

    /** Takes over a client that left before, if there is one. */
    protected final void adoptClient() {
        loop.clients().adopt(this);
    }

    /** Returns what this client keeps for the server, such as its cookies; null for nothing. */
    public final byte @Nullable [] clientState() {
        return loop.clients().state(this);
    }

    /** Replaces what this client keeps; empty for nothing. */
    public final void setClientState(byte[] state) {
        loop.clients().setState(this, state);
    }

    public boolean served() {
        return served;
    }

    protected boolean idle() {
        return phase == ConnectionState.SERVED;
    }

    protected boolean awaitingAnswer() {
        return phase == ConnectionState.AWAITING_ANSWER;
    }

    public boolean closed() {
        return phase == ConnectionState.CLOSED;
    }

    /**
     * Starts to connect.
     *
     * @param intended intended start of the connect, as {@link System#nanoTime}
     * @param now current time, as {@link System#nanoTime}
     */
    public void open(long intended, long now) {
        intendedNanos = intended;
        connect(now);
    }

    private void connect(long now) {
        phase = ConnectionState.CONNECTING;
        phaseStartNanos = now;
        loop.recordWait(now, leftNanos(now));
        try {
            connectWire();
        } catch (IOException e) {
            fail(FailureClassifier.onConnect(e), text(e));
        }
    }

    /** Sends the outstanding request, or the one that follows from its answer, over a new socket. */
    protected final void reconnect() {
        closeWire();
        connect(System.nanoTime());
    }

    /** Sends the next request of a served connection; its answer counts for the given round. */
    protected void exchange(long intended, long now, int roundNumber) {
        intendedNanos = intended;
        round = roundNumber;
        if (hasWire() && needsNewSocket()) {
            // The server has said that it will close this socket: a request on it would be lost.
            closeWire();
        }
        if (!hasWire()) {
            connect(now);
            return;
        }
        phase = ConnectionState.AWAITING_ANSWER;
        ByteBuffer out = loop.output();
        putNext(out);
        send(out, now);
    }

    @Override
    public void onWritable() {
        try {
            if (isConnected()) {
                flush();
            } else if (phase == ConnectionState.CONNECTING && isEstablished()) {
                long now = System.nanoTime();
                onConnected(now, now - intendedNanos);
            }
        } catch (IOException e) {
            if (phase == ConnectionState.CONNECTING) {
                fail(FailureClassifier.onConnect(e), text(e));
            } else {
                onSocketError(e);
            }
        }
    }

    /**
     * Sends the first request on the socket that is now connected.
     *
     * @param connectNanos time from the intended start to the established connection
     */
    protected void onConnected(long now, long connectNanos) {
        loop.recordConnect(this, connectNanos);
        phase = ConnectionState.AWAITING_ANSWER;
        ByteBuffer out = loop.output();
        putFirst(out);
        send(out, now);
    }

    /** Marks this connection as served and idle without a first request. */
    protected final void serveWithoutRequest(long now) {
        served = true;
        phase = ConnectionState.SERVED;
        phaseStartNanos = now;
    }

    private void send(ByteBuffer out, long now) {
        phaseStartNanos = now;
        loop.recordWait(now, leftNanos(now));
        reply(out);
    }

    @Override
    final boolean isConnected() {
        return phase != ConnectionState.CLOSED && phase != ConnectionState.CONNECTING;
    }

    /** Records that the outstanding request was answered as expected. */
    protected final void recordAnswer() {
        long now = System.nanoTime();
        boolean first = !served;
        served = true;
        phase = ConnectionState.SERVED;
        long responseNanos = now - intendedNanos;
        long serviceNanos = now - phaseStartNanos;
        phaseStartNanos = now;
        if (first) {
            loop.recordFirstAnswer(this, now, responseNanos);
        } else {
            reportExchange(round, now, responseNanos, serviceNanos);
        }
    }

    /** Records that the outstanding request was answered as expected, with a body of that many bytes. */
    protected final void recordAnswer(int bodyBytes) {
        loop.tally().countBody(bodyBytes);
        recordAnswer();
    }

    /** Returns the time since the outstanding request was sent, in ns. */
    protected final long waitedNanos() {
        return System.nanoTime() - phaseStartNanos;
    }

    /** Reports an answered exchange; the next may begin within this call. */
    protected void reportExchange(int roundNumber, long now, long responseNanos, long serviceNanos) {
        loop.recordAnswer(this, roundNumber, now, responseNanos, serviceNanos);
    }

    /** Records that the held response has ended as expected. */
    protected final void recordRelease() {
        phase = ConnectionState.RELEASED;
        loop.tally().released++;
    }

    /**
     * Handles the end of the connection by the server, in TCP or in the protocol. Fails a connection that awaits an
     * answer or is held, unless it survives the end; closes any other.
     */
    @Override
    public final void onEnd() {
        try {
            if (phase == ConnectionState.AWAITING_ANSWER && completesAnswer()) {
                recordAnswer();
                if (phase != ConnectionState.SERVED) {
                    return;
                }
            }
        } catch (AnswerException e) {
            onWrongAnswer(e);
            return;
        }
        if (tryReopen()) {
            return;
        }
        switch (phase) {
            case AWAITING_ANSWER -> fail(FailureCause.CLOSED_BEFORE_ANSWER, RefusalKind.FIN);
            case SERVED -> fail(FailureCause.CLOSED_WHILE_HELD, RefusalKind.FIN + closeReason());
            default -> close();
        }
    }

    @Override
    final void onWrongAnswer(AnswerException e) {
        fail(e.failure(), e.text());
    }

    @Override
    final void onSocketError(IOException e) {
        if (!tryReopen()) {
            fail(onTransfer(e), text(e));
        }
    }

    // Closes the socket of a connection that survives it, and sends an outstanding request over a new one.
    private boolean tryReopen() {
        boolean awaiting = phase == ConnectionState.AWAITING_ANSWER;
        if (!(awaiting || phase == ConnectionState.SERVED) || hasLeftover() || !survivesClose()) {
            return false;
        }
        closeWire();
        if (awaiting) {
            connect(System.nanoTime());
        } else if (reopensAtOnce()) {
            round = NO_ROUND;
            intendedNanos = System.nanoTime();
            connect(intendedNanos);
        }
        return true;
    }

    /**
     * Fails the connection if it has waited for longer than its time-out; else returns the time until then, in ns, or
     * {@link Long#MAX_VALUE} if it does not wait.
     */
    public long expire(long now) {
        long left = leftNanos(now);
        if (left > 0) {
            return left;
        }
        Timeouts timeouts = loop.timeouts();
        if (phase == ConnectionState.CONNECTING) {
            fail(
                    FailureCause.CONNECT_TIMEOUT,
                    "not connected within %d ms".formatted(timeouts.connectNanos() / 1_000_000));
        } else {
            fail(
                    FailureCause.ANSWER_TIMEOUT,
                    "no answer within %d ms%s".formatted(timeouts.answerNanos() / 1_000_000, unexpectedText()));
        }
        return Long.MAX_VALUE;
    }

    private long leftNanos(long now) {
        return switch (phase) {
            case CONNECTING -> loop.timeouts().connectNanos() - (now - phaseStartNanos);
            case AWAITING_ANSWER -> loop.timeouts().answerNanos() - (now - intendedNanos);
            default -> Long.MAX_VALUE;
        };
    }

    /** Returns the text received instead of the answer, to be appended to the message of a time-out; may be empty. */
    protected String unexpectedText() {
        return "";
    }

    private FailureCause onTransfer(IOException e) {
        return FailureClassifier.onTransfer(e, phase == ConnectionState.SERVED);
    }

    protected final void fail(FailureCause cause, String text) {
        if (phase == ConnectionState.CLOSED) {
            return;
        }
        if (!handlesFailure(cause)) {
            if (cause == FailureCause.CLOSED_WHILE_HELD) {
                loop.tally().countHeldClose(System.nanoTime() - phaseStartNanos);
            }
            recordWait(cause);
            loop.recordFailure(cause, text, System.nanoTime() - phaseStartNanos);
        }
        close();
    }

    private void recordWait(FailureCause cause) {
        long now = System.nanoTime();
        Timeouts timeouts = loop.timeouts();
        if (cause == FailureCause.CONNECT_TIMEOUT) {
            loop.recordUnconnected(Math.max(now - intendedNanos, timeouts.connectNanos()));
        } else if (cause == FailureCause.ANSWER_TIMEOUT || cause == FailureCause.CLOSED_BEFORE_ANSWER) {
            long min = timeouts.answerNanos();
            reportUnanswered(round, Math.max(now - intendedNanos, min), Math.max(now - phaseStartNanos, min));
        }
    }

    /** Reports a request without an answer; its times are at least the time-out. */
    protected void reportUnanswered(int roundNumber, long responseNanos, long serviceNanos) {
        loop.recordUnanswered(this, roundNumber, responseNanos, serviceNanos);
    }

    /** Returns true if the workload counts this failure itself. */
    protected boolean handlesFailure(FailureCause cause) {
        return false;
    }

    /** Closes this connection without counting a failure. */
    public void close() {
        if (phase == ConnectionState.CLOSED) {
            return;
        }
        boolean unanswered = phase == ConnectionState.CONNECTING || phase == ConnectionState.AWAITING_ANSWER;
        phase = ConnectionState.CLOSED;
        closeWire();
        reportClosed(unanswered, round);
    }

    /** Reports that this connection is closed. */
    protected void reportClosed(boolean unanswered, int roundNumber) {
        loop.recordClose(this, unanswered, roundNumber);
    }

    private static String text(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
