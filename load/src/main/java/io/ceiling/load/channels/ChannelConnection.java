package io.ceiling.load.channels;

import io.ceiling.load.http.Content;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.Wire;
import java.io.IOException;

/**
 * Subscribes to a channel, which is the first answer, and checks every message that comes from then on; a slow client reads
 * nothing from then on.
 */
abstract class ChannelConnection extends Connection implements Content {

    /** So that the server finds the socket full after few messages; the kernel takes twice as much. */
    private static final int SLOW_RECEIVE_BUFFER_BYTES = 4096;

    final ChannelWork work;
    final MessageCheck check = new MessageCheck();
    /** Number of this client, of all agents. */
    final int client;
    /** Number of this connection within its event loop; never used again. */
    final int serial;

    private final MessageNumbers numbers = new MessageNumbers();

    ChannelConnection(LoadLoop loop, ChannelWork work, int client, int serial) {
        super(loop);
        this.work = work;
        this.client = client;
        this.serial = serial;
    }

    @Override
    protected final int place() {
        return work.plan.place(client);
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
            unconnected.receiveBuffer(SLOW_RECEIVE_BUFFER_BYTES);
        }
    }

    @Override
    protected final void understand(Input in) throws AnswerException {
        work.beginRead(client);
        understandMessages(in);
        if (!reads()) {
            in.position = in.limit;
        }
    }

    /** Reads as much as can be understood, up to where this client stops reading. */
    protected abstract void understandMessages(Input in) throws AnswerException;

    /** The message under way has come to its end, with all that belongs to it. */
    public final void messageRead() {
        if (served()) {
            numbers.came(check.number(), work.tally);
            work.delivered(check);
        } else {
            answered();
            if (reads()) {
                work.tally.reading++;
            } else {
                work.tally.slowAlive++;
                stopReading();
            }
        }
        check.next();
    }

    /** A slow client that the server gives up is what a slow client is for. */
    @Override
    protected final boolean excuses(FailureCause cause) {
        boolean excused = cause == FailureCause.CLOSED_WHILE_HELD && !reads();
        if (excused) {
            work.tally.slowClosed++;
        }
        return excused;
    }

    @Override
    protected final void removed(boolean unanswered, int ofRound) {
        super.removed(unanswered, ofRound);
        if (!reads()) {
            work.tally.slowAlive--;
        } else if (served()) {
            work.tally.reading--;
        }
    }
}
