package io.ceiling.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A WebSocket that is subscribed to the one channel of a benchmark; every byte that it gets is compared. */
final class Subscriber implements AutoCloseable {

    private static final byte[] SUBSCRIBE =
            ClientFrames.text("{\"action\":\"subscribe\",\"identifier\":\"%d\"}".formatted(ChannelContent.IDENTIFIER));

    private final SocketChannel channel;
    private final Incoming incoming;
    private final long number;
    private final WebSocketStream stream = new WebSocketStream();
    private final ChannelContent content = new ChannelContent();

    Subscriber(SocketChannel channel, long number) {
        this.channel = channel;
        this.number = number;
        incoming = new Incoming(channel, "subscriber " + number);
    }

    void askForUpgrade() throws IOException {
        write(Ascii.bytes(ClientFrames.upgrade("/ceiling/channels", number)));
    }

    /** Blocks until this is a WebSocket, and asks for the channel. */
    void subscribe(Input in, ResponseHead head) throws IOException, AnswerException {
        incoming.read(in);
        while (!WebSocketHandshake.readAnswer(in, head, number)) {
            incoming.keep(in);
            incoming.read(in);
        }
        incoming.keep(in);
        write(SUBSCRIBE);
    }

    /** Blocks until the server has said that the channel is subscribed to. */
    void awaitSubscription(Input in) throws IOException, AnswerException {
        while (messages(in) == 0) {
            // The next read.
        }
        content.check.next();
    }

    /**
     * Reads what is there.
     *
     * @param expected number of the message that is on its way
     * @return how many have come to their end, at most one
     */
    int receive(Input in, long expected) throws IOException, AnswerException {
        int messages = messages(in);
        if (messages > 0) {
            if (messages > 1 || content.check.number() != expected) {
                throw AnswerException.wrong("%d messages, the last of them number %d, expected number %d alone"
                        .formatted(messages, content.check.number(), expected));
            }
            content.check.next();
        }
        return messages;
    }

    private int messages(Input in) throws IOException, AnswerException {
        incoming.read(in);
        int messages = 0;
        WebSocketStream.Event event = stream.read(in, content);
        while (event != WebSocketStream.Event.MORE) {
            if (event != WebSocketStream.Event.MESSAGE) {
                throw AnswerException.wrong("%s where a message is awaited".formatted(event));
            }
            messages++;
            event = in.hasRemaining() ? stream.read(in, content) : WebSocketStream.Event.MORE;
        }
        incoming.keep(in);
        return messages;
    }

    private void write(byte[] bytes) throws IOException {
        Loopback.writeAll(channel, ByteBuffer.wrap(bytes));
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
