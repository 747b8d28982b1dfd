package io.ceiling.load.channels;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.Wire;
import java.io.IOException;

/**
 * A connection of the workload CHANNELS: its first answer is the subscription to a channel, and it checks every message
 * that follows. A slow client reads nothing after its subscription.
 */
abstract class ChannelConnection extends Connection {

    // Small, so that the server finds the socket full after few messages; the kernel allocates twice as much.
    private static final int SLOW_RECEIVE_BUFFER_BYTES = 4096;

    final ChannelWork work;
    final MessageCheck check = new MessageCheck();
    /** Number of this client among the clients of all agents. */
    final int client;
    /** Index of this connection in its event loop; never reused. */
    final int serial;

    private final MessageNumbers numbers = new MessageNumbers();

    ChannelConnection(LoadLoop loop, ChannelWork work, int client, int serial) {
        super(loop);
        this.work = work;
        this.client = client;
        this.serial = serial;
    }

    @Override
    protected final int openingIndex() {
        return work.plan.openingIndex(client);
    }

    @Override
    public final boolean reads() {
        return !(served() && isSlow());
    }

    private boolean isSlow() {
        return work.plan.slow(client);
    }

    @Override
    protected void configure(Wire unconnected) throws IOException {
        if (isSlow()) {
            unconnected.setReceiveBuffer(SLOW_RECEIVE_BUFFER_BYTES);
        }
    }

    @Override
    protected final void parse(Input in) throws AnswerException {
        work.beginRead(client);
        parseMessages(in);
        if (!reads()) {
            in.position = in.limit;
        }
    }

    /** Parses as much of the input as is complete, until this client stops reading. */
    protected abstract void parseMessages(Input in) throws AnswerException;

    /** Returns true if this client can publish a message at once. */
    boolean maySend() {
        return false;
    }

    /** Handles the end of the current message, which is as expected. */
    public final void onMessage() {
        if (served()) {
            recordDelivery();
        } else {
            recordSubscription();
        }
        check.next();
    }

    /** Records that the subscription was confirmed. */
    final void recordSubscription() {
        recordAnswer();
        if (reads()) {
            work.tally.readers++;
        } else {
            work.tally.slowAlive++;
            stopReading();
        }
    }

    /** Records the message that was checked. */
    final void recordDelivery() {
        numbers.add(check.number(), work.tally);
        work.recordDelivery(check);
    }

    /** Returns true if the server closed a slow client, which is what slow clients test. */
    @Override
    protected final boolean handlesFailure(FailureCause cause) {
        boolean excused = cause == FailureCause.CLOSED_WHILE_HELD && !reads();
        if (excused) {
            work.tally.slowClosed++;
        }
        return excused;
    }

    @Override
    protected final void reportClosed(boolean unanswered, int roundNumber) {
        super.reportClosed(unanswered, roundNumber);
        if (!reads()) {
            work.tally.slowAlive--;
        } else if (served()) {
            work.tally.readers--;
        }
    }
}
