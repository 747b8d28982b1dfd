package io.ceiling.jmh.client;

import io.ceiling.load.channels.Identifier;
import io.ceiling.load.channels.MessageCheck;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.websocket.WebSocketHandshake;

/** Reads the messages of one channel over WebSocket: first the answer to the subscription, then published messages. */
public final class ChannelReader extends FrameReader {

    private final MessageContent messages;
    private final long keyNumber;
    private boolean upgraded;

    private ChannelReader(Input.Source source, MessageContent messages, long keyNumber) {
        super(source, messages);
        this.messages = messages;
        this.keyNumber = keyNumber;
    }

    /**
     * Creates a reader that awaits the answer to an upgrade first.
     *
     * @param identifier channel of the messages
     * @param keyNumber number that the handshake key was made from
     */
    public ChannelReader(Input.Source source, int identifier, long keyNumber) {
        this(source, new MessageContent(identifier), keyNumber);
    }

    /** Creates a reader of a WebSocket that is upgraded already. */
    public ChannelReader(Input.Source source, int identifier) {
        this(source, identifier, 0);
        upgraded = true;
    }

    boolean isUpgraded() {
        return upgraded;
    }

    /** Returns the number of the last message within its channel. */
    public long number() {
        return messages.check.number();
    }

    /** Begins the next published message. */
    public void next() {
        messages.check.next();
    }

    @Override
    void parse(Input in, ResponseHead head) throws AnswerException {
        upgraded = upgraded || WebSocketHandshake.readAnswer(in, head, keyNumber);
        if (upgraded) {
            super.parse(in, head);
        }
    }

    private static final class MessageContent implements Content {

        final MessageCheck check = new MessageCheck();
        private final Identifier identifier = new Identifier();

        MessageContent(int identifier) {
            this.identifier.set(identifier);
        }

        @Override
        public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
            if (check.read(bytes, from, to, identifier) < to) {
                throw AnswerException.wrong("message is longer than its %d bytes of JSON".formatted(check.length()));
            }
        }

        @Override
        public void checkEnd(int length) throws AnswerException {
            check.end(identifier);
        }
    }
}
