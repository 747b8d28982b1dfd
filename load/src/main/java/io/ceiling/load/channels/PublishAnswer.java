package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.socket.AnswerException;
import java.util.Arrays;

/**
 * Check of the answer to a message published by POST, {@code {"published":"7","request":12}}.
 *
 * <p>The number is that of the message within its channel, or 0 if the channel has no subscriber. An answer is so short
 * that it is kept until it is complete.
 */
public final class PublishAnswer implements Content {

    private static final byte[] START = Ascii.bytes("{\"published\":\"");
    private static final byte[] REQUEST = Ascii.bytes("\",\"request\":");
    private static final byte[] END = Ascii.bytes("}");
    // Maximum number of digits, so that a number fits into 64 bits.
    private static final int MAX_DIGITS = 18;

    private static final int MAX_BYTES =
            START.length + Identifier.MAX_DIGITS + REQUEST.length + MAX_DIGITS + END.length;

    private final Identifier identifier = new Identifier();
    private final byte[] bytes = new byte[MAX_BYTES];
    private int length;

    /** Begins the answer to a message to this channel. */
    public void expect(int toIdentifier) {
        identifier.set(toIdentifier);
        length = 0;
    }

    @Override
    public void checkAnnouncedLength(int announcedLength) throws AnswerException {
        checkLength(announcedLength);
    }

    @Override
    public void checkPart(byte[] from, int start, int end, int before) throws AnswerException {
        checkLength(before + end - start);
        System.arraycopy(from, start, bytes, before, end - start);
        length = before + end - start;
    }

    @Override
    public void checkEnd(int endLength) throws AnswerException {
        int digits = endOf(START, 0);
        int request = endOf(REQUEST, endOf(identifier.digits, identifier.length, digits));
        int number = numberEnd(request);
        if (number < 0 || endOf(END, number) != length) {
            throw AnswerException.wrong(
                    "answer to publishing is '%s', expected '%s'".formatted(Ascii.text(bytes, 0, length), expected()));
        }
    }

    private void checkLength(int bodyBytes) throws AnswerException {
        if (bodyBytes > MAX_BYTES) {
            throw AnswerException.wrong(
                    "answer to publishing has %d bytes or more, expected '%s'".formatted(bodyBytes, expected()));
        }
    }

    private String expected() {
        return "{\"published\":\"%s\",\"request\":N}".formatted(identifier);
    }

    private int endOf(byte[] text, int at) {
        return endOf(text, text.length, at);
    }

    // Returns the index after the text if it is found at at; -1 if it is not, or if at is -1.
    private int endOf(byte[] text, int textLength, int at) {
        boolean there =
                at >= 0 && at + textLength <= length && Arrays.equals(bytes, at, at + textLength, text, 0, textLength);
        return there ? at + textLength : -1;
    }

    // Returns the index after the number without leading zeros at at; -1 if there is none, or if at is -1.
    private int numberEnd(int at) {
        if (at < 0) {
            return -1;
        }
        int end = at;
        while (end < length && bytes[end] >= '0' && bytes[end] <= '9') {
            end++;
        }
        int digits = end - at;
        boolean isNumber = digits == 1 || (digits > 1 && digits <= MAX_DIGITS && bytes[at] != '0');
        return isNumber ? end : -1;
    }
}
