package io.ceiling.load;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** What comes over one connection: reads it, and keeps what its owner has not understood yet. Not thread-safe. */
final class Incoming {

    private final String owner;
    private final Input.Source source;
    private byte @Nullable [] carried;

    /** @param owner whose connection it is, for messages */
    Incoming(SocketChannel channel, String owner) {
        this.owner = owner;
        source = channel::read;
    }

    /**
     * Reads what is there behind what was kept.
     *
     * @throws AnswerException if the server has closed the connection
     */
    void read(Input in) throws IOException, AnswerException {
        if (in.read(source, carried) < 0) {
            throw AnswerException.wrong("the server closed the connection of %s".formatted(owner));
        }
        carried = null;
    }

    /** Keeps what is left for the next read. */
    void keep(Input in) throws AnswerException {
        carried = in.rest();
    }
}
