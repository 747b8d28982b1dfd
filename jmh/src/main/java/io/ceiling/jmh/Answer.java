package io.ceiling.jmh;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What is known of an answer beforehand: its length, and how it begins and ends. In between are a date and other headers,
 * whose text changes and whose length does not.
 */
final class Answer {

    private final int length;
    private final byte[] start;
    private final byte[] end;

    Answer(int length, byte[] start, byte[] end) {
        this.length = length;
        this.start = start;
        this.end = end;
    }

    int length() {
        return length;
    }

    boolean endsWith(String text) {
        return new String(end, StandardCharsets.ISO_8859_1).endsWith(text);
    }

    /** Whether the bytes before the buffer's position are such an answer, and nothing else. */
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
