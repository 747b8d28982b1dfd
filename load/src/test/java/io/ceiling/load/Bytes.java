package io.ceiling.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A wire that hands out given bytes in given pieces, so that an {@link Input} can be read from it. */
final class Bytes implements Wire {

    private final byte[] bytes;
    private final int[] cuts;
    private int position;
    private int piece;

    /** @param cuts ends of the pieces, ascending; the rest is the last piece */
    Bytes(String latin1, int... cuts) {
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

    @Override
    public void receiveBuffer(int size) throws IOException {
        throw new IOException("only to be read");
    }

    @Override
    public void sendAtOnce() throws IOException {
        throw new IOException("only to be read");
    }

    @Override
    public void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) throws IOException {
        throw new IOException("only to be read");
    }

    @Override
    public boolean finishConnect() {
        return true;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        throw new IOException("only to be read");
    }

    @Override
    public void awaitWritable(boolean wanted) {}

    @Override
    public void stopReading() {}

    @Override
    public void close() {}

    /** What a parser does with one read. */
    @FunctionalInterface
    interface Parser {
        void parse(Input in) throws AnswerException;
    }

    /** Reads to the end as a connection does: what the parser leaves is carried into the next read. */
    void feed(Input in, Parser parser) throws AnswerException {
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
