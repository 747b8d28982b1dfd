package io.ceiling.jmh.client;

import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads and checks every byte of one connection, and keeps bytes that are not parsed yet. Not thread-safe. */
public abstract sealed class Reader permits EventReader, FrameReader, HttpReader {

    /** Read buffer that all readers of a thread share, as do all connections of an event loop. */
    public static final class Buffer {
        private final Input in = new Input();
        private final ResponseHead head = new ResponseHead();
    }

    private final Input.Source source;
    private byte @Nullable [] leftover;

    Reader(Input.Source source) {
        this.source = source;
    }

    /**
     * Reads once.
     *
     * @return number of bytes read, 0 if none are available, -1 at the end of the stream
     * @throws IOException if the source fails, or if the bytes are not as expected
     */
    public final int read(Buffer buffer) throws IOException {
        Input in = buffer.in;
        int read = in.read(source, leftover);
        if (read > 0) {
            leftover = null;
            try {
                parse(in, buffer.head);
                leftover = in.rest();
            } catch (AnswerException e) {
                throw new IOException(e.text(), e);
            }
        }
        return read;
    }

    abstract void parse(Input in, ResponseHead head) throws AnswerException;
}
