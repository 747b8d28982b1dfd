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

    private enum Phase {
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

    private Phase phase = Phase.CONNECTING;
    private boolean served;
    // Number of the round of exchanges that the outstanding answer belongs to.
    private int round;

    // Intended start of the current connect or exchange, as nanoTime.
    private long intendedNanos;
    // Start of the current phase, as nanoTime: the connect, the send, or the last answer.
    private long sinceNanos;

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
    protected int place() {
        return UNNUMBERED;
    }

    /** Returns which request of a mix is outstanding, or was the last, from 0 on; -1 if there is no mix. */
    protected int ofMix() {
        return NO_MIX;
    }

    /**
     * Returns true if the server may have closed the socket between two requests, so that the request is sent over a
     * new one. Called only if no byte of an answer has arrived.
     */
    protected boolean survivesEnd() {
        return false;
    }

    /** Returns true if the server has announced the end of the socket, so that the next request takes a new one. */
    protected boolean followsEnd() {
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
    protected boolean endsAnswer() throws AnswerException {
        return false;
    }

    /** Returns why the server closed a connection that was served, to be appended to a message; may be empty. */
    protected String endInWords() {
        return "";
    }

    /** Takes over a client that left before, if there is one. */
    protected final void arrive() {
        loop.clients().arrives(this);
    }

    /** Returns what this client keeps for the server, such as its cookies; null for nothing. */
    public final byte @Nullable [] kept() {
        return loop.clients().kept(this);
    }

    /** Replaces what this client keeps; empty for nothing. */
    public final void keep(byte[] what) {
        loop.clients().keep(this, what);
    }

    public boolean served() {
        return served;
    }

    protected boolean idle() {
        return phase == Phase.SERVED;
    }

    protected boolean awaitingAnswer() {
        return phase == Phase.AWAITING_ANSWER;
    }

    public boolean closed() {
        return phase == Phase.CLOSED;
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
        phase = Phase.CONNECTING;
        sinceNanos = now;
        loop.waits(now, leftNanos(now));
        try {
            connectWire();
        } catch (IOException e) {
            fail(FailureClassifier.onConnect(e), text(e));
        }
    }

    /** Sends the outstanding request, or the one that follows from its answer, over a new socket. */
    protected final void askAgain() {
        closeWire();
        connect(System.nanoTime());
    }

    /** Sends the next request of a served connection; its answer counts for the given round. */
    protected void exchange(long intended, long now, int ofRound) {
        intendedNanos = intended;
        round = ofRound;
        if (hasWire() && followsEnd()) {
            // The server has said that it will close this socket: a request on it would be lost.
            closeWire();
        }
        if (!hasWire()) {
            connect(now);
            return;
        }
        phase = Phase.AWAITING_ANSWER;
        ByteBuffer out = loop.output();
        putNext(out);
        send(out, now);
    }

    @Override
    public void writable() {
        try {
            if (isConnected()) {
                flush();
            } else if (phase == Phase.CONNECTING && isEstablished()) {
                long now = System.nanoTime();
                connected(now, now - intendedNanos);
            }
        } catch (IOException e) {
            if (phase == Phase.CONNECTING) {
                fail(FailureClassifier.onConnect(e), text(e));
            } else {
                broken(e);
            }
        }
    }

    /**
     * Sends the first request on the socket that is now connected.
     *
     * @param connectNanos time from the intended start to the established connection
     */
    protected void connected(long now, long connectNanos) {
        loop.connected(this, connectNanos);
        phase = Phase.AWAITING_ANSWER;
        ByteBuffer out = loop.output();
        putFirst(out);
        send(out, now);
    }

    /** Marks this connection as served and idle without a first request. */
    protected final void serveUnasked(long now) {
        served = true;
        phase = Phase.SERVED;
        sinceNanos = now;
    }

    private void send(ByteBuffer out, long now) {
        sinceNanos = now;
        loop.waits(now, leftNanos(now));
        reply(out);
    }

    @Override
    final boolean isConnected() {
        return phase != Phase.CLOSED && phase != Phase.CONNECTING;
    }

    /** Records that the outstanding request was answered as expected. */
    protected final void answered() {
        long now = System.nanoTime();
        boolean first = !served;
        served = true;
        phase = Phase.SERVED;
        long responseNanos = now - intendedNanos;
        long serviceNanos = now - sinceNanos;
        sinceNanos = now;
        if (first) {
            loop.firstAnswered(this, now, responseNanos);
        } else {
            exchanged(round, now, responseNanos, serviceNanos);
        }
    }

    /** Records that the outstanding request was answered as expected, with a body of that many bytes. */
    protected final void answered(int bodyBytes) {
        loop.tally().countBody(bodyBytes);
        answered();
    }

    /** Returns the time since the outstanding request was sent, in ns. */
    protected final long waitedNanos() {
        return System.nanoTime() - sinceNanos;
    }

    /** Reports an answered exchange; the next may begin within this call. */
    protected void exchanged(int ofRound, long now, long responseNanos, long serviceNanos) {
        loop.answered(this, ofRound, now, responseNanos, serviceNanos);
    }

    /** Records that the held response has ended as expected. */
    protected final void released() {
        phase = Phase.RELEASED;
        loop.tally().released++;
    }

    /**
     * Handles the end of the connection by the server, in TCP or in the protocol. Fails a connection that awaits an
     * answer or is held, unless it survives the end; closes any other.
     */
    @Override
    public final void ended() {
        try {
            if (phase == Phase.AWAITING_ANSWER && endsAnswer()) {
                answered();
                if (phase != Phase.SERVED) {
                    return;
                }
            }
        } catch (AnswerException e) {
            failed(e);
            return;
        }
        if (reopened()) {
            return;
        }
        switch (phase) {
            case AWAITING_ANSWER -> fail(FailureCause.CLOSED_BEFORE_ANSWER, RefusalKind.FIN);
            case SERVED -> fail(FailureCause.CLOSED_WHILE_HELD, RefusalKind.FIN + endInWords());
            default -> close();
        }
    }

    @Override
    final void failed(AnswerException e) {
        fail(e.failure(), e.text());
    }

    @Override
    final void broken(IOException e) {
        if (!reopened()) {
            fail(onTransfer(e), text(e));
        }
    }

    // Closes the socket of a connection that survives it, and sends an outstanding request over a new one.
    private boolean reopened() {
        boolean awaiting = phase == Phase.AWAITING_ANSWER;
        if (!(awaiting || phase == Phase.SERVED) || hasCarried() || !survivesEnd()) {
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
        if (phase == Phase.CONNECTING) {
            fail(
                    FailureCause.CONNECT_TIMEOUT,
                    "not connected within %d ms".formatted(timeouts.connectNanos() / 1_000_000));
        } else {
            fail(
                    FailureCause.ANSWER_TIMEOUT,
                    "no answer within %d ms%s".formatted(timeouts.answerNanos() / 1_000_000, insteadOfAnswer()));
        }
        return Long.MAX_VALUE;
    }

    private long leftNanos(long now) {
        return switch (phase) {
            case CONNECTING -> loop.timeouts().connectNanos() - (now - sinceNanos);
            case AWAITING_ANSWER -> loop.timeouts().answerNanos() - (now - intendedNanos);
            default -> Long.MAX_VALUE;
        };
    }

    /** Returns the text received instead of the answer, to be appended to the message of a time-out; may be empty. */
    protected String insteadOfAnswer() {
        return "";
    }

    private FailureCause onTransfer(IOException e) {
        return FailureClassifier.onTransfer(e, phase == Phase.SERVED);
    }

    protected final void fail(FailureCause cause, String text) {
        if (phase == Phase.CLOSED) {
            return;
        }
        if (!excuses(cause)) {
            if (cause == FailureCause.CLOSED_WHILE_HELD) {
                loop.tally().closedWhileHeld(System.nanoTime() - sinceNanos);
            }
            recordWait(cause);
            loop.failed(cause, text, System.nanoTime() - sinceNanos);
        }
        close();
    }

    private void recordWait(FailureCause cause) {
        long now = System.nanoTime();
        Timeouts timeouts = loop.timeouts();
        if (cause == FailureCause.CONNECT_TIMEOUT) {
            loop.unconnected(Math.max(now - intendedNanos, timeouts.connectNanos()));
        } else if (cause == FailureCause.ANSWER_TIMEOUT || cause == FailureCause.CLOSED_BEFORE_ANSWER) {
            long min = timeouts.answerNanos();
            unanswered(round, Math.max(now - intendedNanos, min), Math.max(now - sinceNanos, min));
        }
    }

    /** Reports a request without an answer; its times are at least the time-out. */
    protected void unanswered(int ofRound, long responseNanos, long serviceNanos) {
        loop.unanswered(this, ofRound, responseNanos, serviceNanos);
    }

    /** Returns true if the workload counts this failure itself. */
    protected boolean excuses(FailureCause cause) {
        return false;
    }

    /** Closes this connection without counting a failure. */
    public void close() {
        if (phase == Phase.CLOSED) {
            return;
        }
        boolean unanswered = phase == Phase.CONNECTING || phase == Phase.AWAITING_ANSWER;
        phase = Phase.CLOSED;
        closeWire();
        removed(unanswered, round);
    }

    /** Reports that this connection is closed. */
    protected void removed(boolean unanswered, int ofRound) {
        loop.closed(this, unanswered, ofRound);
    }

    private static String text(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
