package io.ceiling.load.bayeux;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.socket.AnswerException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer of a Bayeux server, which is collected as it arrives and read when it is complete: {@code
 * [{"channel":"/meta/connect","successful":true}]}. Fields may come in any order, and unknown ones are skipped.
 *
 * <p>Several connections may share one, if each keeps the {@link #rest} of its own incomplete body. Not thread-safe.
 */
public final class BayeuxAnswer implements Content {

    /** Maximum length of a body in bytes: all messages that waited for a slow client come in one body. */
    static final int MAX_BYTES = 16 << 20;

    private static final int FIRST_BYTES = 1024;

    private static final byte[] CHANNEL = Ascii.bytes("channel");
    private static final byte[] CLIENT_ID = Ascii.bytes("clientId");
    private static final byte[] SUCCESSFUL = Ascii.bytes("successful");
    private static final byte[] ERROR = Ascii.bytes("error");
    private static final byte[] DATA = Ascii.bytes("data");
    private static final byte[] ADVICE = Ascii.bytes("advice");
    private static final byte[] RECONNECT = Ascii.bytes("reconnect");
    private static final byte[] INTERVAL = Ascii.bytes("interval");

    /** Receives the messages of an answer in their order. */
    public interface Receiver {

        /**
         * Takes a message.
         *
         * @param message message, which is valid during this call
         * @throws AnswerException if it is not as expected
         */
        void onMessage(BayeuxMessage message) throws AnswerException;
    }

    private final JsonScanner json = new JsonScanner();
    private final BayeuxMessage message = new BayeuxMessage();
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** Begins a body with its part from earlier reads; null for none. */
    public void begin(byte @Nullable [] before) {
        length = 0;
        if (before != null) {
            append(before, 0, before.length);
        }
    }

    /** Returns a copy of the received part of an incomplete body; null if nothing was received. */
    public byte @Nullable [] rest() {
        return length == 0 ? null : Arrays.copyOf(bytes, length);
    }

    private void append(byte[] from, int start, int end) {
        if (length + end - start > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + end - start));
        }
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    @Override
    public void checkAnnouncedLength(int announcedLength) throws AnswerException {
        checkLength(announcedLength);
    }

    @Override
    public void checkPart(byte[] from, int start, int end, int before) throws AnswerException {
        checkLength(length + end - start);
        append(from, start, end);
    }

    @Override
    public void checkEnd(int endLength) throws AnswerException {
        // The caller parses the messages once the response is complete.
    }

    private static void checkLength(int bodyBytes) throws AnswerException {
        if (bodyBytes > MAX_BYTES) {
            throw AnswerException.wrong(
                    "Bayeux answer of %d bytes or more, expected at most %d".formatted(bodyBytes, MAX_BYTES));
        }
    }

    /**
     * Reads the complete body, and hands over each message.
     *
     * @throws AnswerException if it is no array of messages, or the receiver refuses one
     */
    public void read(Receiver receiver) throws AnswerException {
        json.begin(bytes, length);
        json.take('[');
        if (!json.takeIf(']')) {
            do {
                readMessage();
                receiver.onMessage(message);
            } while (json.takeIf(','));
            json.take(']');
        }
        json.takeEnd();
    }

    private void readMessage() throws AnswerException {
        message.begin(bytes);
        json.take('{');
        if (!json.takeIf('}')) {
            do {
                json.readString();
                readField();
            } while (json.takeIf(','));
            json.take('}');
        }
        if (!message.channel.isPresent()) {
            throw json.wrong("a channel in the message before");
        }
    }

    private void readField() throws AnswerException {
        if (json.textIs(CHANNEL)) {
            readText(message.channel);
        } else if (json.textIs(CLIENT_ID)) {
            readText(message.clientId);
        } else if (json.textIs(ERROR)) {
            readText(message.error);
        } else if (json.textIs(DATA)) {
            readValue(message.data);
        } else if (json.textIs(SUCCESSFUL)) {
            json.take(':');
            message.setReply(json.readBoolean());
        } else if (json.textIs(ADVICE)) {
            json.take(':');
            readAdvice();
        } else {
            json.take(':');
            json.skipValue();
        }
    }

    private void readAdvice() throws AnswerException {
        json.take('{');
        if (json.takeIf('}')) {
            return;
        }
        do {
            json.readString();
            if (json.textIs(RECONNECT)) {
                readText(message.reconnect);
            } else if (json.textIs(INTERVAL)) {
                readValue(message.interval);
            } else {
                json.take(':');
                json.skipValue();
            }
        } while (json.takeIf(','));
        json.take('}');
    }

    private void readText(BayeuxMessage.TextRange into) throws AnswerException {
        requireFirst(into);
        json.take(':');
        json.readString();
        into.set(json.textStart(), json.textEnd());
    }

    private void readValue(BayeuxMessage.TextRange into) throws AnswerException {
        requireFirst(into);
        json.take(':');
        json.skipBlanks();
        int start = json.position();
        json.skipValue();
        into.set(start, json.position());
    }

    // Refuses a repeated field, since only one of the two would be checked.
    private void requireFirst(BayeuxMessage.TextRange field) throws AnswerException {
        if (field.isPresent()) {
            throw json.wrong("each field once");
        }
    }
}
