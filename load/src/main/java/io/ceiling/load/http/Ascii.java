package io.ceiling.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Converts the texts and numbers of text protocols to bytes and back. */
public final class Ascii {

    /** Number of letters after which {@link #letters} begin again. */
    public static final int LETTERS = 26;

    private Ascii() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns as many letters, from a to z over and over: the content of bodies and messages that are checked. */
    public static byte[] letters(int count) {
        byte[] letters = new byte[count];
        for (int i = 0; i < count; i++) {
            letters[i] = (byte) ('a' + i % LETTERS);
        }
        return letters;
    }

    /**
     * Puts a number in decimal digits.
     *
     * @param number >= 0
     */
    public static void putDecimal(ByteBuffer out, int number) {
        int divisor = 1;
        while (number / divisor >= 10) {
            divisor *= 10;
        }
        for (; divisor > 0; divisor /= 10) {
            out.put((byte) ('0' + number / divisor % 10));
        }
    }

    /** Returns bytes as text for an error message, with a question mark for each byte that is not printable ASCII. */
    public static String text(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '?');
        }
        return text.toString();
    }
}
