package io.ceiling.load;

import java.nio.ByteBuffer;

/**
 * A message as it is published, {@code {"action":"publish","identifier":"7","elements":"E"}}, where E is what {@link MessageCheck} wants to
 * see when it comes back. Made anew in place for every message.
 */
final class PublishText {

    static final int STAMP_DIGITS = 16;

    private static final byte[] START = Script.ascii("{\"action\":\"publish\",\"identifier\":\"");
    private static final byte[] ELEMENTS = Script.ascii("\",\"elements\":\"");
    private static final byte[] END = Script.ascii("\"}");
    private static final byte[] HEX = Script.ascii("0123456789abcdef");
    private static final int LETTERS = 26;

    private final ByteBuffer buffer;
    /** From the end of the identifier on; its stamp is written over. */
    private final byte[] rest;

    private int identifier;

    PublishText(int elementsBytes) {
        ByteBuffer end = ByteBuffer.allocate(ELEMENTS.length + elementsBytes + END.length);
        end.put(ELEMENTS);
        for (int i = 0; i < elementsBytes; i++) {
            end.put((byte) ('a' + i % LETTERS));
        }
        end.put(END);
        rest = end.array();
        buffer = ByteBuffer.allocate(START.length + Identifier.MOST_DIGITS + rest.length);
        buffer.put(START);
    }

    /** @param stamp when this message is meant to be sent */
    void set(int toIdentifier, long stamp) {
        identifier = toIdentifier;
        for (int i = 0; i < STAMP_DIGITS; i++) {
            rest[ELEMENTS.length + i] = HEX[(int) (stamp >>> (60 - 4 * i) & 0xf)];
        }
        buffer.position(START.length);
        Script.putDecimal(buffer, toIdentifier);
        buffer.put(rest);
    }

    int identifier() {
        return identifier;
    }

    /** Begins with the text. */
    byte[] bytes() {
        return buffer.array();
    }

    /** How many of the bytes are the text. */
    int length() {
        return buffer.position();
    }
}
