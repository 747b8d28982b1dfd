package io.ceiling.jmh;

import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A source that returns the same bytes repeatedly, in a given number of reads: a socket without the system call. Not
 * thread-safe.
 */
final class PreparedBytes implements Input.Source {

    private final byte[][] pieces;
    private int next;

    /**
     * Prepares bytes, which can be read after {@link #fill}.
     *
     * @param latin1 bytes as a string in ISO 8859-1
     * @param count number of reads that return all bytes
     */
    PreparedBytes(String latin1, int count) {
        byte[] bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
        pieces = new byte[count][];
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) bytes.length * i / count);
            int to = (int) ((long) bytes.length * (i + 1) / count);
            pieces[i] = Arrays.copyOfRange(bytes, from, to);
        }
        next = count;
    }

    /** Makes the bytes available once more. */
    void fill() {
        next = 0;
    }

    @Override
    public int read(ByteBuffer into) {
        if (next == pieces.length) {
            return 0;
        }
        byte[] piece = pieces[next++];
        into.put(piece);
        return piece.length;
    }
}
