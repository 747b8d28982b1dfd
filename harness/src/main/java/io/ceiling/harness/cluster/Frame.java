package io.ceiling.harness.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** A message between founder and nodes: one byte for the kind, eight for the number of the call, then the body. Immutable. */
final class Frame {

    /** Maximum length of a request or an answer in bytes. */
    static final int MOST_BODY_BYTES = 4 << 20;

    private static final int HEAD_BYTES = 1 + Long.BYTES;

    /** The kind of a frame, with its byte. */
    enum Kind {
        /** A node tells the founder who it is. */
        HELLO(1),
        /** The founder has let the node in, and tells it who the founder is. */
        WELCOME(2),
        /** The founder does not let the node in; the body is the reason. */
        REFUSED(3),
        /** The founder asks a node to do something. */
        CALL(4),
        /** The answer of a node. */
        ANSWER(5),
        /** The node could not do it; the body is the reason. */
        FAILED(6),
        /** The sender leaves the cluster, or has heard that the other leaves. */
        BYE(7);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        private static Optional<Kind> of(byte code) {
            return Stream.of(values()).filter(kind -> kind.code == code).findFirst();
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

    Kind kind() {
        return kind;
    }

    long number() {
        return number;
    }

    byte[] body() {
        return body;
    }

    static Frame of(Kind kind) {
        return new Frame(kind, 0, new byte[0]);
    }

    static Frame of(Kind kind, long number, String text) {
        return new Frame(kind, number, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a frame whose body is an identity: the name, a zero byte, and the version. */
    static Frame of(Kind kind, Identity identity) {
        return of(kind, 0, identity.name() + '\0' + identity.version());
    }

    byte[] bytes() {
        return ByteBuffer.allocate(HEAD_BYTES + body.length)
                .put(kind.code)
                .putLong(number)
                .put(body)
                .array();
    }

    /** Returns the frame that these bytes are, or nothing if they are none. */
    static Optional<Frame> read(byte[] bytes, int offset, int length) {
        if (length < HEAD_BYTES || length > HEAD_BYTES + MOST_BODY_BYTES) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        Optional<Kind> kind = Kind.of(buffer.get());
        long number = buffer.getLong();
        byte[] body = new byte[buffer.remaining()];
        buffer.get(body);
        return kind.map(known -> new Frame(known, number, body));
    }

    /** Returns the body as one line of bounded length, whatever it is. */
    String text() {
        return Words.line(new String(body, StandardCharsets.UTF_8));
    }

    /** Returns the identity in the body, or nothing if there is none. */
    Optional<Identity> identity() {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            int end = text.indexOf('\0');
            return end < 0
                    ? Optional.empty()
                    : Optional.of(new Identity(text.substring(0, end), text.substring(end + 1)));
        } catch (CharacterCodingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
