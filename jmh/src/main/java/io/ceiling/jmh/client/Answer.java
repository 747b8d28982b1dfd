package io.ceiling.jmh.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An expected answer: its length, and the bytes that it begins and ends with. The date and other headers in between
 * change their text but not their length.
 */
public final class Answer {

    private final int length;
    private final byte[] start;
    private final byte[] end;

    Answer(int length, byte[] start, byte[] end) {
        this.length = length;
        this.start = start;
        this.end = end;
    }

    public int length() {
        return length;
    }

    public boolean endsWith(String text) {
        return new String(end, StandardCharsets.ISO_8859_1).endsWith(text);
    }

    /** Returns true if the bytes before the buffer's position are this answer and nothing else. */
    boolean isIn(ByteBuffer bytes) {
        if (bytes.position() != length || length < start.length + end.length) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if (bytes.get(i) != start[i]) {
                return false;
            }
        }
        for (int i = 0; i < end.length; i++) {
            if (bytes.get(length - end.length + i) != end[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "%d bytes from '%s' to '%s'"
                .formatted(
                        length,
                        new String(start, StandardCharsets.ISO_8859_1),
                        new String(end, StandardCharsets.ISO_8859_1));
    }
}
