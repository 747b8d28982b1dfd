package io.ceiling.load;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Subscribes to a channel, which is the first answer, and checks every message that comes from then on; a slow client reads
 * nothing from then on.
 */
abstract class ChannelConnection extends Connection implements Content {

    /** So that the server finds the socket full after few messages; the kernel takes twice as much. */
    private static final int SLOW_RECEIVE_BUFFER_BYTES = 4096;

    final Script script;
    final MessageCheck check = new MessageCheck();
    /** Number of this client, of all agents. */
    final int client;
    /** Number of this connection within its event loop; never used again. */
    final int serial;

    private final MessageNumbers numbers = new MessageNumbers();

    ChannelConnection(LoadLoop loop, Script script, int client, int serial) {
        super(loop);
        this.script = script;
        this.client = client;
        this.serial = serial;
    }

    /** How many connections this agent opened before, the ones that were trimmed left out. */
    int place() {
        return script.channels().plan.place(client);
    }

    @Override
    final boolean reads() {
        return !(served() && script.channels().plan.slow(client));
    }

    @Override
    void configure(Wire unconnected) throws IOException {
        if (script.channels().plan.slow(client)) {
            unconnected.receiveBuffer(SLOW_RECEIVE_BUFFER_BYTES);
        }
    }

    @Override
    void putNext(ByteBuffer out) {
        throw new IllegalStateException("a client of a channel has nothing to ask");
    }

    @Override
    final void understand(Input in) throws AnswerException {
        script.channels().beginRead(client);
        understandMessages(in);
        if (!reads()) {
            in.position = in.limit;
        }
    }

    /** Reads as much as can be understood, up to where this client stops reading. */
    abstract void understandMessages(Input in) throws AnswerException;

    /** The message under way has come to its end, with all that belongs to it. */
    final void messageRead() {
        if (served()) {
            numbers.came(check.number(), loop.channels());
            long now = script.channels().readNanos();
            loop.delivered(check.length(), now - check.intended(), now - check.sent());
        } else {
            answered();
            if (!reads()) {
                loop.slowServed();
                stopReading();
            }
        }
        check.next();
    }
}
