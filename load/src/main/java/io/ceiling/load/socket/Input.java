package io.ceiling.load.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What was read from a socket and not yet understood; one per event loop, shared by all its connections.
 *
 * <p>A connection keeps bytes of its own only while a line or header is incomplete: they are put in front of the next
 * read.
 */
public final class Input {

    /** Where bytes come from. */
    @FunctionalInterface
    public interface Source {

        /** Returns how many bytes were read into the buffer, 0 if none are there, -1 at the end of the stream. */
        public int read(ByteBuffer into) throws IOException;
    }

    /** A line, response head or frame header longer than this is refused. */
    public static final int MAX_CARRIED_BYTES = 16 * 1024;

    private static final int READ_BYTES = 64 * 1024;

    /** The bytes themselves, from {@link #position} to {@link #limit}; arrays parse faster than buffers. */
    public final byte[] bytes = new byte[MAX_CARRIED_BYTES + READ_BYTES];

    public int position;
    public int limit;
    private final ByteBuffer direct = ByteBuffer.allocateDirect(READ_BYTES);

    /** Reads as {@link Source#read} does; a positive result replaces what was here by the carried bytes and the ones read. */
    public int read(Source source, byte @Nullable [] carried) throws IOException {
        direct.clear();
        int read = source.read(direct);
        if (read > 0) {
            int before = carried == null ? 0 : carried.length;
            if (carried != null) {
                System.arraycopy(carried, 0, bytes, 0, before);
            }
            direct.flip().get(bytes, before, read);
            position = 0;
            limit = before + read;
        }
        return read;
    }

    /** Whether a read of so many bytes may have left some in the socket. */
    static boolean mayHaveLeftBytes(int read) {
        return read == READ_BYTES;
    }

    public int remaining() {
        return limit - position;
    }

    public boolean hasRemaining() {
        return position < limit;
    }

    /** Fails unless all bytes were understood: nothing asked for the others. */
    public void checkNothingFollows() throws AnswerException {
        if (hasRemaining()) {
            throw AnswerException.wrong("%d bytes that nothing asked for".formatted(remaining()));
        }
    }

    /** Returns the bytes not yet understood, to be carried by the connection; null if there are none. */
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
