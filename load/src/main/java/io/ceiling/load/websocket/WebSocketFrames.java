package io.ceiling.load.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The wire format of RFC 6455 as far as a client needs it: the handshake key, and outgoing frames, which are always
 * masked.
 */
public final class WebSocketFrames {

    public static final int CONTINUATION = 0;
    public static final int TEXT = 1;
    public static final int CLOSE = 8;
    static final int PING = 9;
    public static final int PONG = 10;
    static final int MAX_CONTROL_PAYLOAD = 125;

    public static final int FINAL = 0x80;
    static final int RESERVED_BITS = 0x70;
    /** The reserved bit that marks the first frame of a compressed message (RFC 7692, section 6). */
    static final int COMPRESSED = 0x40;

    public static final int OPCODE_BITS = 0x0f;
    public static final int MASKED = 0x80;
    public static final int LENGTH_BITS = 0x7f;
    public static final int LENGTH_16 = 126;
    static final int LENGTH_64 = 127;

    private static final String ACCEPT_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private WebSocketFrames() {}

    /** Returns the Sec-WebSocket-Accept for a key (RFC 6455, section 4.2.2). */
    public static String accept(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + ACCEPT_GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /** Returns a handshake key of sixteen bytes in base64, the same for the same number. */
    public static String key(long number) {
        byte[] nonce = ByteBuffer.allocate(16)
                .putLong(number)
                .putLong(Long.rotateLeft(number, 23) * 0x9E3779B97F4A7C15L)
                .array();
        return Base64.getEncoder().encodeToString(nonce);
    }

    /**
     * Puts one unfragmented, masked frame.
     *
     * @param opcode opcode, with {@link #COMPRESSED} if the payload is that of a compressed message
     * @param length length of the payload, at most 65535 bytes
     */
    public static void putFrame(ByteBuffer out, int opcode, byte[] payload, int offset, int length, int maskKey) {
        out.put((byte) (FINAL | opcode));
        if (length < LENGTH_16) {
            out.put((byte) (MASKED | length));
        } else {
            out.put((byte) (MASKED | LENGTH_16)).putShort((short) length);
        }
        out.putInt(maskKey);
        for (int i = 0; i < length; i++) {
            out.put((byte) (payload[offset + i] ^ (maskKey >>> (24 - 8 * (i & 3)))));
        }
    }
}
