package io.ceiling.jmh.client;

import io.ceiling.load.channels.PublishAnswer;
import io.ceiling.load.channels.PublishText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Publishes the same message repeatedly by POST, over one connection. Not thread-safe. */
final class PublishingClient implements AutoCloseable {

    // Size of elements with which a message of the server has 1462 bytes, the default of broadcast messages.
    private static final int ELEMENTS_BYTES = 1388;

    private final SocketChannel channel;
    private final PublishAnswer answer = new PublishAnswer();
    private final HttpReader answerReader;
    private final ByteBuffer post;

    PublishingClient(SocketChannel channel) {
        this.channel = channel;
        answerReader = new HttpReader(channel::read, answer);
        PublishText text = new PublishText(ELEMENTS_BYTES);
        text.set(Subscribers.IDENTIFIER, 0, 0);
        byte[] start =
                "POST /ceiling/channels HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                        .formatted(text.length())
                        .getBytes(StandardCharsets.US_ASCII);
        post = ByteBuffer.allocateDirect(start.length + text.length())
                .put(start)
                .put(text.bytes(), 0, text.length())
                .flip();
    }

    /** Sends the message; its answer must be read by {@link #receive}. */
    void publish() throws IOException {
        answer.expect(Subscribers.IDENTIFIER);
        answerReader.expect();
        post.rewind();
        Loopback.writeAll(channel, post);
    }

    /** Reads the available part of the answer. */
    void receive(Reader.Buffer buffer) throws IOException {
        if (answerReader.read(buffer) < 0) {
            throw new IOException("the server closed the connection of the publisher");
        }
    }

    boolean isAnswered() {
        return answerReader.isComplete();
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
