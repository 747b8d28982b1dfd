package io.ceiling.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes that a WebSocket client sends, as the load agent makes them. */
public final class ClientFrames {

    /** Any will do: the server's work is the same. */
    private static final int MASK_KEY = 0x5CA1AB1E;

    private ClientFrames() {}

    /** A masked text frame. */
    public static byte[] text(String ascii) {
        byte[] payload = Ascii.bytes(ascii);
        ByteBuffer out = ByteBuffer.allocate(payload.length + 8);
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, payload, 0, payload.length, MASK_KEY);
        return Arrays.copyOf(out.array(), out.position());
    }

    /**
     * The request that asks for a WebSocket.
     *
     * @param number what its key is made from
     */
    public static String upgrade(String path, long number) {
        return "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n"
                .formatted(path, WebSocketFrames.key(number));
    }

    /** A text frame as a server sends it: not masked. */
    public static String serverText(String ascii) {
        if (ascii.length() >= WebSocketFrames.LENGTH_16) {
            throw new IllegalArgumentException(
                    "text must be shorter than %d, was %d".formatted(WebSocketFrames.LENGTH_16, ascii.length()));
        }
        byte[] start = {(byte) (WebSocketFrames.FINAL | WebSocketFrames.TEXT), (byte) ascii.length()};
        return new String(start, StandardCharsets.ISO_8859_1) + ascii;
    }
}
