package io.ceiling.load.websocket;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.report.CompressionCounts;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Compression;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The WebSockets of one event loop to one server: upgrades connections, reads their frames, and answers pings and the
 * server's close. The content of messages is left to the connection. Confined to the thread of its event loop.
 */
public class WebSockets {

    protected final LoadLoop loop;
    private final RequestTemplate request;
    private final ResponseHead head = new ResponseHead();
    private final String protocols;
    private final Compression compression;
    // Null if no compression is offered.
    private final @Nullable MessageDeflate deflate;

    private final SplittableRandom random;
    private long compressed;

    /**
     * Creates the WebSockets of one path, which may offer subprotocols. A server may choose none of them.
     *
     * @param protocols the subprotocols, separated by commas; empty for none
     * @param random draws the mask keys of frames, and what connections draw
     */
    public WebSockets(LoadLoop loop, ServerAddress server, String path, String protocols, SplittableRandom random) {
        this(loop, server, HttpRequest.get(path), protocols, random);
    }

    /** Creates the WebSockets of a request with headers of its own. */
    public WebSockets(
            LoadLoop loop, ServerAddress server, HttpRequest request, String protocols, SplittableRandom random) {
        this.loop = loop;
        this.request = RequestTemplate.of(server, request);
        this.protocols = protocols;
        this.compression = server.compression();
        this.deflate = compression == Compression.NONE ? null : new MessageDeflate();
        this.random = random;
    }

    /**
     * A connection that is a WebSocket once it is upgraded. It implements this interface itself, because a further
     * object for each connection would cost memory.
     */
    public interface WebSocketClient {

        /** Returns the number that the handshake key is made from. */
        long keyNumber();

        /** Called when the server has accepted the upgrade. */
        void onUpgrade();

        /** Returns the parser of the server's frames. */
        WebSocketStream stream();

        /** Returns the check of the current message. */
        Content content();

        /** Called when the current message is complete and as expected. */
        void onMessage() throws AnswerException;

        // Implemented by every connection.

        boolean reads();

        boolean closed();

        void reply(ByteBuffer out);

        void onEnd();

        byte @Nullable [] clientState();

        void setClientState(byte[] state);
    }

    /** Returns a random number, such as one for the handshake key. */
    public final int draw() {
        return random.nextInt();
    }

    public final void putUpgrade(ByteBuffer out, WebSocketClient client) {
        request.put(out, WebSocketHandshake.headers(client.keyNumber(), protocols, compression), client.clientState());
    }

    /** Puts the upgrade request to the path that this number continues. */
    public final void putUpgrade(ByteBuffer out, WebSocketClient client, int number) {
        request.putStart(out);
        Ascii.putDecimal(out, number);
        request.putMiddle(out);
        out.put(WebSocketHandshake.headers(client.keyNumber(), protocols, compression));
        RequestTemplate.putEndOfHead(out);
    }

    /** Puts a text message as one frame. */
    public final void putText(ByteBuffer out, byte[] text, int length) {
        if (deflate != null) {
            int bytes = deflate.deflate(text, length);
            int opcode = WebSocketFrames.TEXT | WebSocketFrames.COMPRESSED;
            WebSocketFrames.putFrame(out, opcode, deflate.deflated(), 0, bytes, random.nextInt());
            return;
        }
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, text, 0, length, random.nextInt());
    }

    /** Sends a text message as one frame. */
    public final void sendText(WebSocketClient client, byte[] text, int length) {
        ByteBuffer out = loop.output();
        putText(out, text, length);
        client.reply(out);
    }

    /** Parses as much of the input as is complete, until the client stops reading. */
    public final void parse(Input in, WebSocketClient client) throws AnswerException {
        WebSocketStream stream = client.stream();
        if (!stream.isUpgraded()) {
            if (!WebSocketHandshake.readAnswer(in, head, client.keyNumber())) {
                return;
            }
            if (head.setsCookies()) {
                client.setClientState(request.cookies(head, client.clientState()));
            }
            CompressionOffer.check(compression, head.webSocketExtensions());
            if (deflate != null) {
                compressed++;
                stream.expandWith(new MessageDeflate.InflateState(deflate, compression == Compression.TAKEOVER));
            }
            stream.begin();
            client.onUpgrade();
        }
        while (client.reads() && !client.closed() && in.hasRemaining()) {
            switch (stream.read(in, client.content())) {
                case MORE -> {
                    return;
                }
                case MESSAGE -> client.onMessage();
                case PING -> sendControl(in, client, WebSocketFrames.PONG);
                case PONG -> {}
                case CLOSE -> {
                    sendControl(in, client, WebSocketFrames.CLOSE);
                    client.onEnd();
                }
            }
        }
    }

    public final CompressionCounts compressed() {
        return compression == Compression.TAKEOVER
                ? new CompressionCounts(compressed, 0)
                : new CompressionCounts(0, compressed);
    }

    private void sendControl(Input in, WebSocketClient client, int opcode) {
        ByteBuffer out = loop.output();
        client.stream().putControlAnswer(out, in, opcode, random.nextInt());
        client.reply(out);
    }
}
