package io.ceiling.load.bayeux;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.socket.AnswerException;
import java.util.Arrays;

/**
 * One message of a Bayeux server: a reply to a request, or a message of a channel. The next message of the same answer
 * overwrites it, and its bytes are those of the answer. Not thread-safe.
 */
public final class BayeuxMessage {

    /** Maximum length of a client identifier, which each request repeats. */
    public static final int MAX_CLIENT_ID_BYTES = 64;

    private static final int LONGEST_TEXT = 200;

    private static final byte[] RETRY = Ascii.bytes("retry");
    private static final byte[] AT_ONCE = Ascii.bytes("0");
    private static final byte[] META = Ascii.bytes("/meta/");

    /** A range of the answer; absent if its end is 0, since no value ends there. */
    static final class TextRange {
        private int start;
        private int end;

        void set(int from, int to) {
            start = from;
            end = to;
        }

        void clear() {
            set(0, 0);
        }

        boolean isPresent() {
            return end > 0;
        }
    }

    final TextRange channel = new TextRange();
    final TextRange clientId = new TextRange();
    final TextRange error = new TextRange();
    final TextRange data = new TextRange();
    /** Action that the server asks for after this reply: {@code retry}, {@code handshake} or {@code none}. */
    final TextRange reconnect = new TextRange();
    /** Time in ms that the server asks for before the next poll. */
    final TextRange interval = new TextRange();

    private byte[] bytes = new byte[0];
    private boolean reply;
    private boolean successful;

    void begin(byte[] answer) {
        bytes = answer;
        channel.clear();
        clientId.clear();
        error.clear();
        data.clear();
        reconnect.clear();
        interval.clear();
        reply = false;
        successful = false;
    }

    void setReply(boolean success) {
        reply = true;
        successful = success;
    }

    /** Returns true if it is a reply to a request, not a message that somebody published. */
    public boolean isReply() {
        return reply;
    }

    /** Returns true if its channel has exactly the first bytes of this array as its name. */
    public boolean isOn(byte[] name, int length) {
        return Arrays.equals(bytes, channel.start, channel.end, name, 0, length);
    }

    /** Returns true if it is of a channel of the protocol itself. */
    public boolean isMeta() {
        return channel.end - channel.start > META.length
                && Arrays.equals(bytes, channel.start, channel.start + META.length, META, 0, META.length);
    }

    /** Returns the array that has the data; valid until the answer has been read. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the first byte of the data; equal to {@link #dataEnd} if there is none. */
    public int dataStart() {
        return data.start;
    }

    /** Returns the index after the last byte of the data. */
    public int dataEnd() {
        return data.end;
    }

    /**
     * Checks that this reply is a success after which the client may go on at once.
     *
     * @throws AnswerException with the server's reason if it is not
     */
    public void requireSuccess() throws AnswerException {
        if (!successful) {
            throw AnswerException.wrong("%s was refused: %s".formatted(text(channel), text(error)));
        }
        if (reconnect.isPresent() && !is(reconnect, RETRY)) {
            throw AnswerException.wrong("%s advises '%s', expected 'retry'".formatted(text(channel), text(reconnect)));
        }
        if (interval.isPresent() && !is(interval, AT_ONCE)) {
            throw AnswerException.wrong("%s advises a pause of %s ms before the next poll, expected 0"
                    .formatted(text(channel), text(interval)));
        }
    }

    /**
     * Returns the client identifier as it is written in JSON.
     *
     * @throws AnswerException if there is none, or one of more than {@value #MAX_CLIENT_ID_BYTES} bytes
     */
    public byte[] clientId() throws AnswerException {
        int length = clientId.end - clientId.start;
        if (length < 1 || length > MAX_CLIENT_ID_BYTES) {
            throw AnswerException.wrong("%s has a clientId of %d bytes, expected 1..%d"
                    .formatted(text(channel), length, MAX_CLIENT_ID_BYTES));
        }
        return Arrays.copyOfRange(bytes, clientId.start, clientId.end);
    }

    /** Returns the exception for a message that is not expected here. */
    public AnswerException unexpected(String expected) {
        return AnswerException.wrong(
                "%s of channel '%s', expected %s".formatted(reply ? "reply" : "message", text(channel), expected));
    }

    private boolean is(TextRange range, byte[] text) {
        return Arrays.equals(bytes, range.start, range.end, text, 0, text.length);
    }

    private String text(TextRange range) {
        return range.isPresent()
                ? Ascii.text(bytes, range.start, Math.min(range.end, range.start + LONGEST_TEXT))
                : "no reason given";
    }
}
