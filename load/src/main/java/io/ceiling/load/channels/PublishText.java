package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import java.nio.ByteBuffer;

/**
 * A message as it is published, {@code {"action":"publish","identifier":"7","elements":"E"}}, where E is what {@link MessageCheck} wants to
 * see when it comes back. Made anew in place for every message.
 */
public final class PublishText {

    public static final int STAMP_DIGITS = 16;
    /** Of the two stamps that every message begins with: when it was meant to be sent, and when it was. */
    public static final int STAMPS_DIGITS = 2 * STAMP_DIGITS;

    private static final byte[] START = Ascii.bytes("{\"action\":\"publish\",\"identifier\":\"");
    private static final byte[] ELEMENTS = Ascii.bytes("\",\"elements\":\"");
    private static final byte[] END = Ascii.bytes("\"}");
    private static final byte[] HEX = Ascii.bytes("0123456789abcdef");
    private static final int LETTERS = 26;

    private final ByteBuffer buffer;
    /** From the end of the identifier on; its stamps are written over. */
    private final byte[] rest;

    private int identifier;

    public PublishText(int elementsBytes) {
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

    /**
     * Makes the next message.
     *
     * @param intended when it is meant to be sent
     * @param sent when it is
     */
    public void set(int toIdentifier, long intended, long sent) {
        identifier = toIdentifier;
        putHex(rest, ELEMENTS.length, intended);
        putHex(rest, ELEMENTS.length + STAMP_DIGITS, sent);
        buffer.position(START.length);
        Ascii.putDecimal(buffer, toIdentifier);
        buffer.put(rest);
    }

    /** Puts a stamp. */
    public static void putHex(byte[] into, int at, long number) {
        for (int i = 0; i < STAMP_DIGITS; i++) {
            into[at + i] = HEX[(int) (number >>> (60 - 4 * i) & 0xf)];
        }
    }

    int identifier() {
        return identifier;
    }

    /** Begins with the text. */
    public byte[] bytes() {
        return buffer.array();
    }

    /** How many of the bytes are the text. */
    public int length() {
        return buffer.position();
    }
}
