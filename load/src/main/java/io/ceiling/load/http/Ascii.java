package io.ceiling.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Converts the texts and numbers of text protocols to bytes and back. */
public final class Ascii {

    private Ascii() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
