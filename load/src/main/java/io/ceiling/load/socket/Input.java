package io.ceiling.load.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that were read from a socket and are not parsed yet. One per event loop, shared by all its connections; not
 * thread-safe.
 *
 * <p>A connection keeps bytes of its own only while a line or header is incomplete. They are put in front of the next
 * read.
 */
public final class Input {

    @FunctionalInterface
    public interface Source {

        /**
         * Reads into the buffer without blocking; returns the number of bytes read, 0 if none are available, -1 at the
         * end of the stream.
         */
        public int read(ByteBuffer into) throws IOException;
    }

    /** Maximum length of a line, response head or frame header; a longer one is refused. */
    public static final int MAX_CARRIED_BYTES = 16 * 1024;

    private static final int READ_BYTES = 64 * 1024;

    /** The bytes, from {@link #position} to {@link #limit}. An array, because arrays parse faster than buffers. */
    public final byte[] bytes = new byte[MAX_CARRIED_BYTES + READ_BYTES];

    public int position;
    public int limit;
    private final ByteBuffer direct = ByteBuffer.allocateDirect(READ_BYTES);

    /**
     * Reads like {@link Source#read}. If bytes were read, the content becomes the leftover bytes and then the read
     * ones; else it stays.
     */
    public int read(Source source, byte @Nullable [] leftover) throws IOException {
        direct.clear();
        int read = source.read(direct);
        if (read > 0) {
            int before = leftover == null ? 0 : leftover.length;
            if (leftover != null) {
                System.arraycopy(leftover, 0, bytes, 0, before);
            }
            direct.flip().get(bytes, before, read);
            position = 0;
            limit = before + read;
        }
        return read;
    }

    /** Returns true if a read of this many bytes may have left some in the socket. */
    static boolean mayHaveMore(int read) {
        return read == READ_BYTES;
    }

    public int remaining() {
        return limit - position;
    }

    public boolean hasRemaining() {
        return position < limit;
    }

    /**
     * Checks that all bytes were parsed.
     *
     * @throws AnswerException if there are further bytes, which no request asked for
     */
    public void checkNothingFollows() throws AnswerException {
        if (hasRemaining()) {
            throw AnswerException.wrong("%d bytes that nothing asked for".formatted(remaining()));
        }
    }

    /**
     * Returns the bytes that are not parsed yet, for the connection to keep; null if there are none.
     *
     * @throws AnswerException if these are more than {@link #MAX_CARRIED_BYTES}
     */
    public byte @Nullable [] rest() throws AnswerException {
        if (!hasRemaining()) {
            return null;
        }
        if (remaining() > MAX_CARRIED_BYTES) {
            throw AnswerException.wrong("line or header of more than %d bytes".formatted(MAX_CARRIED_BYTES));
        }
        return Arrays.copyOfRange(bytes, position, limit);
    }
}
