package io.ceiling.load;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * The WebSockets of one event loop to one server: upgrades connections (RFC 6455, section 4), reads their frames, and answers pings and
 * the server's close. What is said in messages is the connection's own business.
 */
final class WebSockets {

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final String UPGRADE =
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ";

    private final LoadLoop loop;
    private final RequestTemplate request;
    private final ResponseHead head = new ResponseHead();
    private final SplittableRandom random;

    /** @param random draws the keys that frames are masked with */
    WebSockets(LoadLoop loop, ServerAddress server, String path, SplittableRandom random) {
        this.loop = loop;
        this.request = RequestTemplate.get(server, path);
        this.random = random;
    }

    /** A connection that is a WebSocket once it is upgraded. It owns no object for this beside its stream: each would cost. */
    interface Client {

        /** Returns the number that the handshake key is made from. */
        long keyNumber();

        boolean isUpgraded();

        /** This is a WebSocket from now on. */
        void upgraded();

        /** Returns how far the frames of the server have been read. */
        WebSocketStream stream();

        /** Returns what the message under way has to contain. */
        Content content();

        /** The message under way has come to its end, and is what it has to be. */
        void messageRead() throws AnswerException;

        // As every connection has them.

        boolean reads();

        boolean closed();

        void reply(ByteBuffer out);

        void ended();
    }

    /** Puts the request for an upgrade. */
    void putUpgrade(ByteBuffer out, Client client) {
        request.put(out, Ascii.bytes(UPGRADE + WebSocketFrames.key(client.keyNumber()) + "\r\n"));
    }

    /** Puts a text message of one frame. */
    void putText(ByteBuffer out, byte[] text, int length) {
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, text, 0, length, random.nextInt());
    }

    /** Sends a text message of one frame. */
    void sendText(Client client, byte[] text, int length) {
        ByteBuffer out = loop.output();
        putText(out, text, length);
        client.reply(out);
    }

    /** Reads as much as can be understood, up to where the client stops reading. */
    void understand(Input in, Client client) throws AnswerException {
        if (!client.isUpgraded()) {
            if (!readUpgrade(in, head, client.keyNumber())) {
                return;
            }
            client.upgraded();
        }
        WebSocketStream stream = client.stream();
        while (client.reads() && !client.closed() && in.hasRemaining()) {
            switch (stream.read(in, client.content())) {
                case MORE -> {
                    return;
                }
                case MESSAGE -> client.messageRead();
                case PING -> sendControl(in, client, WebSocketFrames.PONG);
                case PONG -> {}
                case CLOSE -> {
                    sendControl(in, client, WebSocketFrames.CLOSE);
                    client.ended();
                }
            }
        }
    }

    private void sendControl(Input in, Client client, int opcode) {
        ByteBuffer out = loop.output();
        client.stream().putControlAnswer(out, in, opcode, random.nextInt());
        client.reply(out);
    }

    /** Reads the answer to a request for an upgrade if it is there completely; else the input stays as it is. */
    static boolean readUpgrade(Input in, ResponseHead head, long keyNumber) throws AnswerException {
        if (!head.read(in, SWITCHING_PROTOCOLS)) {
            return false;
        }
        String accept = WebSocketFrames.accept(WebSocketFrames.key(keyNumber));
        if (!accept.equals(head.webSocketAccept())) {
            throw AnswerException.wrong(
                    "Sec-WebSocket-Accept is '%s', expected '%s'".formatted(head.webSocketAccept(), accept));
        }
        return true;
    }
}
