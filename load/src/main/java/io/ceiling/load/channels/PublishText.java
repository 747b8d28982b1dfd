package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import java.nio.ByteBuffer;

/**
 * The text of a message to be published, {@code {"action":"publish","identifier":"7","elements":"E"}}, with the
 * elements that {@link MessageCheck} expects. One buffer, overwritten for every message.
 */
public final class PublishText {

    public static final int STAMP_DIGITS = 16;
    /**
     * Length of the two stamps that elements begin with: when the message was intended to be sent, and when it was
     * sent.
     */
    public static final int STAMPS_DIGITS = 2 * STAMP_DIGITS;

    private static final byte[] START = Ascii.bytes("{\"action\":\"publish\",\"identifier\":\"");
    private static final byte[] ELEMENTS = Ascii.bytes("\",\"elements\":\"");
    private static final byte[] END = Ascii.bytes("\"}");
    private static final byte[] HEX = Ascii.bytes("0123456789abcdef");

    private final ByteBuffer buffer;
    // The text from the end of the identifier on; its stamps are overwritten.
    private final byte[] rest;

    private int identifier;

    public PublishText(int elementsBytes) {
        rest = ByteBuffer.allocate(ELEMENTS.length + elementsBytes + END.length)
                .put(ELEMENTS)
                .put(Ascii.letters(elementsBytes))
                .put(END)
                .array();
        buffer = ByteBuffer.allocate(START.length + Identifier.MAX_DIGITS + rest.length);
        buffer.put(START);
    }

    /**
     * Sets the next message.
     *
     * @param toIdentifier channel of the message
     * @param intended when the message is intended to be sent, as {@link System#nanoTime}
     * @param sent when the message is sent, as {@link System#nanoTime}
     */
    public void set(int toIdentifier, long intended, long sent) {
        identifier = toIdentifier;
        putHex(rest, ELEMENTS.length, intended);
        putHex(rest, ELEMENTS.length + STAMP_DIGITS, sent);
        buffer.position(START.length);
        Ascii.putDecimal(buffer, toIdentifier);
        buffer.put(rest);
    }

    /** Puts a stamp: the number as 16 hexadecimal digits. */
    public static void putHex(byte[] into, int at, long number) {
        for (int i = 0; i < STAMP_DIGITS; i++) {
            into[at + i] = HEX[(int) (number >>> (60 - 4 * i) & 0xf)];
        }
    }

    int identifier() {
        return identifier;
    }

    /** Puts the elements alone, for a text of another form. */
    void putElements(ByteBuffer out) {
        out.put(rest, ELEMENTS.length, rest.length - ELEMENTS.length - END.length);
    }

    /** Returns the buffer; the text is at its beginning and is {@link #length} bytes long. */
    public byte[] bytes() {
        return buffer.array();
    }

    /** Returns the length of the text in bytes. */
    public int length() {
        return buffer.position();
    }
}
