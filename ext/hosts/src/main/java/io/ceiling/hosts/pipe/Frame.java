package io.ceiling.hosts.pipe;

import io.ceiling.load.link.PipeFrames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A message between harness and node: one byte for the kind, eight for the number of the call, then the body. Immutable. */
final class Frame {

    /** Maximum length of a request or an answer in bytes. */
    static final int MAX_BODY_BYTES = 20 << 20;

    private static final int HEAD_BYTES = 1 + Long.BYTES;

    /** The kind of a frame, with its byte. */
    enum Kind {
        /** The node describes itself; the first frame that it sends. */
        HELLO(1),
        /** The harness asks the node to do something. */
        CALL(2),
        /** The answer of the node. */
        ANSWER(3),
        /** The node could not do it; the body is the reason. */
        FAILED(4),
        /** The sender lives. */
        BEAT(5);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    private final Kind kind;
    private final long number;
    private final byte[] body;

    /**
     * @param number which call is meant; 0 in frames that belong to none
     * @param body not copied
     */
    Frame(Kind kind, long number, byte[] body) {
        this.kind = kind;
        this.number = number;
        this.body = body;
    }

    static Frame of(Kind kind, long number, String text) {
        return new Frame(kind, number, text.getBytes(StandardCharsets.UTF_8));
    }

    Kind kind() {
        return kind;
    }

    long number() {
        return number;
    }

    byte[] body() {
        return body;
    }

    /** Returns the body as one line of bounded length, whatever it is. */
    String text() {
        return RemoteText.line(new String(body, StandardCharsets.UTF_8));
    }

    /** Returns the frame as it is written, with its length in front. */
    byte[] bytes() {
        return PipeFrames.of(ByteBuffer.allocate(HEAD_BYTES + body.length)
                .put(kind.code)
                .putLong(number)
                .put(body)
                .array());
    }

    /**
     * Blocks until a whole frame has arrived and returns it; returns null if the pipe has ended before it.
     *
     * @throws IOException with one line, if the bytes are no frame, or the pipe ends in the middle of one
     */
    static @Nullable Frame read(InputStream in) throws IOException {
        byte @Nullable [] content = PipeFrames.read(in, HEAD_BYTES + MAX_BODY_BYTES);
        if (content == null) {
            return null;
        }
        if (content.length < HEAD_BYTES) {
            throw new IOException(
                    "expected a frame of at least %d bytes, got %d".formatted(HEAD_BYTES, content.length));
        }
        ByteBuffer buffer = ByteBuffer.wrap(content);
        byte code = buffer.get();
        Kind kind = Stream.of(Kind.values())
                .filter(known -> known.code == code)
                .findFirst()
                .orElseThrow(() -> new IOException("no frame is of the kind " + code));
        long number = buffer.getLong();
        byte[] body = new byte[buffer.remaining()];
        buffer.get(body);
        return new Frame(kind, number, body);
    }
}
