package io.ceiling.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Hands out given bytes in given pieces, so that an {@link Input} can be read from it. */
public final class Bytes implements Input.Source {

    private final byte[] bytes;
    private final int[] cuts;
    private int position;
    private int piece;

    /** @param cuts ends of the pieces, ascending; the rest is the last piece */
    public Bytes(String latin1, int... cuts) {
        this.bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
        this.cuts = cuts;
    }

    @Override
    public int read(ByteBuffer into) {
        while (piece < cuts.length && cuts[piece] <= position) {
            piece++;
        }
        int end = piece < cuts.length ? cuts[piece] : bytes.length;
        int read = end - position;
        into.put(bytes, position, read);
        position = end;
        return read == 0 ? -1 : read;
    }

    /** What a parser does with one read. */
    @FunctionalInterface
    public interface Parser {
        void parse(Input in) throws AnswerException;
    }

    /** Reads to the end as a connection does: what the parser leaves is carried into the next read. */
    public void feed(Input in, Parser parser) throws AnswerException {
        byte[] carried = null;
        try {
            while (in.read(this, carried) > 0) {
                carried = null;
                parser.parse(in);
                carried = in.rest();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
