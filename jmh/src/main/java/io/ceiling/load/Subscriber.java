package io.ceiling.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A WebSocket that is subscribed to the one channel of a benchmark; every byte that it gets is compared. */
final class Subscriber extends ReadOnlyWire {

    private static final byte[] SUBSCRIBE =
            ClientFrames.text("{\"action\":\"subscribe\",\"identifier\":\"%d\"}".formatted(ChannelContent.IDENTIFIER));

    private final SocketChannel channel;
    private final long number;
    private final WebSocketStream stream = new WebSocketStream();
    private final ChannelContent content = new ChannelContent();
    private byte @Nullable [] carried;

    Subscriber(SocketChannel channel, long number) {
        this.channel = channel;
        this.number = number;
    }

    void askForUpgrade() throws IOException {
        writeAll(channel, ClientFrames.upgrade("/ceiling/channels", number).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Blocks until this is a WebSocket, and asks for the channel. */
    void subscribe(Input in, ResponseHead head) throws IOException, AnswerException {
        do {
            readSome(in);
        } while (!WebSocketHandshake.readAnswer(in, head, number) && keepRest(in));
        keepRest(in);
        writeAll(channel, SUBSCRIBE);
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
        readSome(in);
        int messages = 0;
        WebSocketStream.Event event = stream.read(in, content);
        while (event != WebSocketStream.Event.MORE) {
            if (event != WebSocketStream.Event.MESSAGE) {
                throw AnswerException.wrong("%s where a message is awaited".formatted(event));
            }
            messages++;
            event = in.hasRemaining() ? stream.read(in, content) : WebSocketStream.Event.MORE;
        }
        keepRest(in);
        return messages;
    }

    private void readSome(Input in) throws IOException, AnswerException {
        if (in.read(this, carried) < 0) {
            throw AnswerException.wrong("the server closed the connection of subscriber %d".formatted(number));
        }
        carried = null;
    }

    private boolean keepRest(Input in) throws AnswerException {
        carried = in.rest();
        return true;
    }

    static void writeAll(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(bytes);
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left that could be done with it.
        }
    }
}
