package io.ceiling.jmh.client;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.websocket.WebSocketFrames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Creates the frames of a WebSocket client, as the agent does, and the frames of a server. */
public final class Frames {

    // Any key will do: the server's work is the same.
    private static final int MASK_KEY = 0x5CA1AB1E;

    private Frames() {}

    public static void putText(ByteBuffer out, byte[] payload, int maskKey) {
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, payload, 0, payload.length, maskKey);
    }

    public static byte[] text(String ascii) {
        byte[] payload = Ascii.bytes(ascii);
        ByteBuffer out = ByteBuffer.allocate(payload.length + 8);
        putText(out, payload, MASK_KEY);
        return Arrays.copyOf(out.array(), out.position());
    }

    /**
     * Returns the upgrade request for a WebSocket.
     *
     * @param number number that the handshake key is made from
     */
    public static String upgrade(String path, long number) {
        return "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n"
                .formatted(path, WebSocketFrames.key(number));
    }

    /**
     * Returns the text frame of a server, which is not masked, as ISO 8859-1.
     *
     * @throws IllegalArgumentException if the text has more than 125 bytes
     */
    public static String serverText(String ascii) {
        if (ascii.length() >= WebSocketFrames.LENGTH_16) {
            throw new IllegalArgumentException(
                    "text must be shorter than %d, was %d".formatted(WebSocketFrames.LENGTH_16, ascii.length()));
        }
        byte[] start = {(byte) (WebSocketFrames.FINAL | WebSocketFrames.TEXT), (byte) ascii.length()};
        return new String(start, StandardCharsets.ISO_8859_1) + ascii;
    }
}
