package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import java.util.Arrays;

/** Content whose every byte is known in advance. */
public final class ExpectedContent implements Content {

    // Name of the content in error messages.
    private final String noun;
    // The expected bytes are the first length bytes of this array.
    private final byte[] expected;

    private final int length;

    private ExpectedContent(String noun, byte[] expected, int length) {
        this.noun = noun;
        this.expected = expected;
        this.length = length;
    }

    /**
     * Returns the content of a response body.
     *
     * @param length number of bytes expected, from the beginning of the given ones
     */
    public static ExpectedContent body(byte[] expected, int length) {
        return new ExpectedContent("body", expected, length);
    }

    /**
     * Returns the content of a WebSocket message.
     *
     * @param length number of bytes expected, from the beginning of the given ones
     */
    public static ExpectedContent message(byte[] expected, int length) {
        return new ExpectedContent("message", expected, length);
    }

    @Override
    public void checkAnnouncedLength(int announcedLength) throws AnswerException {
        if (announcedLength != length) {
            throw AnswerException.wrong("Content-Length is %d, expected %d".formatted(announcedLength, length));
        }
    }

    @Override
    public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
        if (to - from > length - before) {
            throw AnswerException.wrong("%s is longer than the expected %d bytes".formatted(noun, length));
        }
        int mismatch = Arrays.mismatch(bytes, from, to, expected, before, before + to - from);
        if (mismatch >= 0) {
            throw AnswerException.wrong("byte %d of the %s is 0x%02x, expected 0x%02x"
                    .formatted(before + mismatch, noun, bytes[from + mismatch], expected[before + mismatch]));
        }
    }

    @Override
    public void checkEnd(int endLength) throws AnswerException {
        if (endLength != length) {
            throw AnswerException.wrong("%s ended after %d bytes, expected %d".formatted(noun, endLength, length));
        }
    }
}
