package io.ceiling.load.testkit;

import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Hands out the same bytes again and again, in as many reads as it is told: what a socket does, without the system call. */
public final class PreparedBytes implements Input.Source {

    private final byte[][] pieces;
    private int next;

    /**
     * Prepares bytes, which are not there yet.
     *
     * @param count how many reads it takes to have all of it
     */
    public PreparedBytes(String latin1, int count) {
        byte[] bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
        pieces = new byte[count][];
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) bytes.length * i / count);
            int to = (int) ((long) bytes.length * (i + 1) / count);
            pieces[i] = Arrays.copyOfRange(bytes, from, to);
        }
        next = count;
    }

    /** Lets the bytes be read once more. */
    public void fill() {
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
