package io.ceiling.load.websocket;

import static io.ceiling.load.websocket.WebSocketFrames.CLOSE;
import static io.ceiling.load.websocket.WebSocketFrames.COMPRESSED;
import static io.ceiling.load.websocket.WebSocketFrames.CONTINUATION;
import static io.ceiling.load.websocket.WebSocketFrames.FINAL;
import static io.ceiling.load.websocket.WebSocketFrames.LENGTH_16;
import static io.ceiling.load.websocket.WebSocketFrames.LENGTH_64;
import static io.ceiling.load.websocket.WebSocketFrames.LENGTH_BITS;
import static io.ceiling.load.websocket.WebSocketFrames.MASKED;
import static io.ceiling.load.websocket.WebSocketFrames.MAX_CONTROL_PAYLOAD;
import static io.ceiling.load.websocket.WebSocketFrames.OPCODE_BITS;
import static io.ceiling.load.websocket.WebSocketFrames.PING;
import static io.ceiling.load.websocket.WebSocketFrames.PONG;
import static io.ceiling.load.websocket.WebSocketFrames.RESERVED_BITS;
import static io.ceiling.load.websocket.WebSocketFrames.TEXT;

import io.ceiling.load.http.Content;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Incremental parser of a server's frames. Checks the text of a message as it arrives, however it is cut into frames
 * and reads; that of a compressed message when it is complete.
 */
public final class WebSocketStream {

    public enum Event {
        /** More bytes are needed. */
        MORE,
        /** A message was read to its last byte and is as expected. */
        MESSAGE,
        /** A ping was read; its payload is in the input before the position. */
        PING,
        /** An unsolicited pong was read, which is allowed and needs no reaction (RFC 6455, section 5.5.3). */
        PONG,
        /** The server closes the WebSocket. */
        CLOSE
    }

    private boolean upgraded;
    private boolean inMessage;
    private boolean inFrame;
    private boolean lastFrame;
    private byte controlBytes;
    // Payload bytes left of the current data frame.
    private int remainingBytes;

    private int messageBytes;
    // State for compressed messages; null if messages must not be compressed.
    private MessageDeflate.@Nullable InflateState deflate;

    private boolean compressed;

    /** Returns true if the connection is a WebSocket by now. */
    boolean isUpgraded() {
        return upgraded;
    }

    /** Records that the connection has become a WebSocket. */
    void begin() {
        upgraded = true;
    }

    /** Allows compressed messages. */
    void expandWith(MessageDeflate.InflateState kept) {
        deflate = kept;
    }

    /** Puts the answer to the control frame that {@link #read} has just returned, with the same payload. */
    void putControlAnswer(ByteBuffer out, Input in, int opcode, int maskKey) {
        WebSocketFrames.putFrame(out, opcode, in.bytes, in.position - controlBytes, controlBytes, maskKey);
    }

    /**
     * Reads up to the next event; an incomplete frame header stays in the input.
     *
     * @throws AnswerException if a frame is malformed or the message is not as expected
     */
    public Event read(Input in, Content content) throws AnswerException {
        while (true) {
            if (inFrame) {
                readPayload(in, content);
                if (remainingBytes > 0) {
                    return Event.MORE;
                }
                inFrame = false;
                if (lastFrame) {
                    return endMessage(content);
                }
            }
            if (in.remaining() < 2) {
                return Event.MORE;
            }
            int opcode = in.bytes[in.position] & OPCODE_BITS;
            if (opcode >= CLOSE) {
                return readControlFrame(in, opcode);
            }
            if (!readDataHeader(in, opcode)) {
                return Event.MORE;
            }
        }
    }

    private Event endMessage(Content content) throws AnswerException {
        MessageDeflate.InflateState kept = deflate;
        if (compressed && kept != null) {
            int length = kept.expand();
            content.checkPart(kept.text(), 0, length, 0);
            content.checkEnd(length);
        } else {
            content.checkEnd(messageBytes);
        }
        inMessage = false;
        messageBytes = 0;
        return Event.MESSAGE;
    }

    private boolean readDataHeader(Input in, int opcode) throws AnswerException {
        int first = in.bytes[in.position];
        int second = in.bytes[in.position + 1];
        boolean marked = deflate != null && !inMessage && (first & COMPRESSED) != 0;
        checkHeader(marked ? first & ~COMPRESSED : first, second);
        if (opcode != (inMessage ? CONTINUATION : TEXT)) {
            throw AnswerException.wrong("frame with opcode %d, expected %s"
                    .formatted(opcode, inMessage ? "a continuation (0)" : "a text (1)"));
        }
        int shortLength = second & LENGTH_BITS;
        int lengthBytes = shortLength == LENGTH_64 ? 8 : shortLength == LENGTH_16 ? 2 : 0;
        if (in.remaining() < 2 + lengthBytes) {
            return false;
        }
        long length = lengthBytes == 0 ? shortLength : 0;
        for (int i = 0; i < lengthBytes; i++) {
            length = length << 8 | (in.bytes[in.position + 2 + i] & 0xff);
        }
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw AnswerException.wrong("frame of %s bytes".formatted(Long.toUnsignedString(length)));
        }
        in.position += 2 + lengthBytes;
        if (!inMessage) {
            compressed = marked;
        }
        inMessage = true;
        inFrame = true;
        lastFrame = (first & FINAL) != 0;
        remainingBytes = (int) length;
        return true;
    }

    private void readPayload(Input in, Content content) throws AnswerException {
        int bytes = Math.min(remainingBytes, in.remaining());
        MessageDeflate.InflateState kept = deflate;
        if (compressed && kept != null) {
            kept.add(in.bytes, in.position, in.position + bytes);
        } else {
            content.checkPart(in.bytes, in.position, in.position + bytes, messageBytes);
        }
        in.position += bytes;
        messageBytes += bytes;
        remainingBytes -= bytes;
    }

    private Event readControlFrame(Input in, int opcode) throws AnswerException {
        int second = in.bytes[in.position + 1];
        checkHeader(in.bytes[in.position], second);
        int length = second & LENGTH_BITS;
        if (length > MAX_CONTROL_PAYLOAD || opcode > PONG) {
            throw AnswerException.wrong("control frame with opcode %d and length %d".formatted(opcode, length));
        }
        if (in.remaining() < 2 + length) {
            return Event.MORE;
        }
        in.position += 2 + length;
        controlBytes = (byte) length;
        return switch (opcode) {
            case PING -> Event.PING;
            case CLOSE -> Event.CLOSE;
            default -> Event.PONG;
        };
    }

    private static void checkHeader(int first, int second) throws AnswerException {
        if ((first & RESERVED_BITS) != 0 || (second & MASKED) != 0) {
            throw AnswerException.wrong("frame header 0x%02x%02x: a server neither masks nor sets reserved bits"
                    .formatted(first & 0xff, second & 0xff));
        }
    }
}
