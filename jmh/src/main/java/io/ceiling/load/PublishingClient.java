package io.ceiling.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Publishes the same message again and again by POST, over one connection. */
final class PublishingClient implements AutoCloseable {

    /** So that the message, with what the server puts around it, has the 1 462 bytes that broadcast messages have by default. */
    private static final int ELEMENTS_BYTES = 1388;

    private final SocketChannel channel;
    private final Incoming incoming;
    private final ByteBuffer post;
    private final PublishAnswer answer = new PublishAnswer();
    private final HttpResponse response = new HttpResponse();

    PublishingClient(SocketChannel channel) {
        this.channel = channel;
        incoming = new Incoming(channel, "the publisher");
        PublishText text = new PublishText(ELEMENTS_BYTES);
        text.set(ChannelContent.IDENTIFIER, 0, 0);
        byte[] start = Ascii.bytes(
                "POST /ceiling/channels HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                        .formatted(text.length()));
        post = ByteBuffer.allocateDirect(start.length + text.length())
                .put(start)
                .put(text.bytes(), 0, text.length())
                .flip();
    }

    /** Sends it; the answer is to be read. */
    void publish() throws IOException {
        answer.expect(ChannelContent.IDENTIFIER);
        response.expect();
        post.rewind();
        Loopback.writeAll(channel, post);
    }

    /** Reads what is there of the answer. */
    void receive(Input in, ResponseHead head) throws IOException, AnswerException {
        incoming.read(in);
        response.read(in, head, answer);
        incoming.keep(in);
    }

    boolean isAnswered() {
        return response.complete();
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
