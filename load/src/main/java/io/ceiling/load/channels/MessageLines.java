package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.socket.AnswerException;

/**
 * Incremental parser of a response body that consists of messages.
 *
 * <p>The messages are server-sent events, {@code data:<json>\n\n} with comments {@code :\n\n} in between, or lines,
 * {@code <json>\n} with empty lines in between. Anything else is refused.
 */
public final class MessageLines {

    private static final byte BETWEEN = 0;
    // The field name of an event.
    private static final byte FIELD = 1;

    private static final byte MESSAGE = 2;
    private static final byte AFTER_MESSAGE = 3;
    private static final byte AFTER_COMMENT = 4;
    private static final byte MESSAGE_READ = 5;

    private static final byte[] DATA = Ascii.bytes("data:");

    private final boolean events;
    private byte part = BETWEEN;
    // Number of bytes of this part read so far.
    private byte at;

    /** @param events true for server-sent events, false for lines */
    public MessageLines(boolean events) {
        this.events = events;
    }

    /** Returns true if the last call of {@link #read} reached the end of a message. */
    public boolean messageRead() {
        return part == MESSAGE_READ;
    }

    /** Returns true if the body may end here. */
    boolean betweenMessages() {
        return part == BETWEEN || part == MESSAGE_READ;
    }

    /**
     * Reads up to the end of the next message or of the range, and returns the index after the last byte read.
     *
     * @throws AnswerException if a byte is not as expected
     */
    public int read(byte[] bytes, int from, int to, MessageCheck check, Identifier identifier) throws AnswerException {
        if (part == MESSAGE_READ) {
            part = BETWEEN;
        }
        int position = from;
        while (position < to && part != MESSAGE_READ) {
            if (part == MESSAGE) {
                position = check.read(bytes, position, to, identifier);
                if (check.complete()) {
                    part(AFTER_MESSAGE);
                }
            } else if (part == BETWEEN && !events && bytes[position] != '\n') {
                part(MESSAGE);
            } else {
                readAround(bytes[position]);
                position++;
            }
        }
        return position;
    }

    // Reads a byte that is not part of a message.
    private void readAround(byte b) throws AnswerException {
        switch (part) {
            case BETWEEN -> {
                if (!events) {
                    // An empty line is no message.
                    return;
                }
                if (b == ':') {
                    part(AFTER_COMMENT);
                    return;
                }
                part(FIELD);
                readField(b);
            }
            case FIELD -> readField(b);
            default -> readLineEnd(b);
        }
    }

    private void readField(byte b) throws AnswerException {
        if (b != DATA[at]) {
            throw AnswerException.wrong(
                    "byte %d of an event is 0x%02x, expected 'data:' or a comment".formatted(at, b));
        }
        at++;
        if (at == DATA.length) {
            part(MESSAGE);
        }
    }

    private void readLineEnd(byte b) throws AnswerException {
        if (b != '\n') {
            throw AnswerException.wrong("0x%02x after %s, expected the end of the line"
                    .formatted(b, part == AFTER_MESSAGE ? "a message" : "the ':' of an empty comment"));
        }
        at++;
        // An event ends with an empty line.
        if (at == (events ? 2 : 1)) {
            part(part == AFTER_MESSAGE ? MESSAGE_READ : BETWEEN);
        }
    }

    private void part(byte next) {
        part = next;
        at = 0;
    }
}
