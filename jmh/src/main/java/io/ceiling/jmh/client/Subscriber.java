package io.ceiling.jmh.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A WebSocket that is subscribed to the channel of a benchmark, and compares every byte that it receives. Not
 * thread-safe.
 */
final class Subscriber implements AutoCloseable {

    private static final byte[] SUBSCRIBE =
            Frames.text("{\"action\":\"subscribe\",\"identifier\":\"%d\"}".formatted(Subscribers.IDENTIFIER));

    private final SocketChannel channel;
    private final long number;
    private final ChannelReader messages;

    Subscriber(SocketChannel channel, long number) {
        this.channel = channel;
        this.number = number;
        messages = new ChannelReader(channel::read, Subscribers.IDENTIFIER, number);
    }

    void requestUpgrade() throws IOException {
        write(Frames.upgrade("/ceiling/channels", number).getBytes(StandardCharsets.US_ASCII));
    }

    /** Blocks until the upgrade is answered, then sends the subscription. */
    void subscribe(Reader.Buffer buffer) throws IOException {
        while (!messages.isUpgraded()) {
            read(buffer);
        }
        write(SUBSCRIBE);
    }

    /** Blocks until the server has confirmed the subscription. */
    void awaitSubscription(Reader.Buffer buffer) throws IOException {
        while (messages.takeMessages() == 0) {
            read(buffer);
        }
        messages.next();
    }

    /**
     * Reads the available bytes.
     *
     * @param expected number of the next message
     * @return number of messages read to their end, at most one
     * @throws IOException if another message was received or the connection has ended
     */
    int receive(Reader.Buffer buffer, long expected) throws IOException {
        read(buffer);
        int count = messages.takeMessages();
        if (count > 0) {
            if (count > 1 || messages.number() != expected) {
                throw new IOException("%d messages, the last of them number %d, expected number %d alone"
                        .formatted(count, messages.number(), expected));
            }
            messages.next();
        }
        return count;
    }

    private void read(Reader.Buffer buffer) throws IOException {
        if (messages.read(buffer) < 0) {
            throw new IOException("the server closed the connection of subscriber %d".formatted(number));
        }
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
