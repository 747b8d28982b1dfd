package io.ceiling.load;

import static io.ceiling.load.WebSocketFrames.CLOSE;
import static io.ceiling.load.WebSocketFrames.CONTINUATION;
import static io.ceiling.load.WebSocketFrames.FINAL;
import static io.ceiling.load.WebSocketFrames.LENGTH_16;
import static io.ceiling.load.WebSocketFrames.LENGTH_64;
import static io.ceiling.load.WebSocketFrames.LENGTH_BITS;
import static io.ceiling.load.WebSocketFrames.MASKED;
import static io.ceiling.load.WebSocketFrames.MAX_CONTROL_PAYLOAD;
import static io.ceiling.load.WebSocketFrames.OPCODE_BITS;
import static io.ceiling.load.WebSocketFrames.PING;
import static io.ceiling.load.WebSocketFrames.PONG;
import static io.ceiling.load.WebSocketFrames.RESERVED_BITS;
import static io.ceiling.load.WebSocketFrames.TEXT;

import java.util.Arrays;

/**
 * How far the frames of one server have been read; the text of a message is compared with the expected one as it comes,
 * whatever the way it is cut into frames and reads.
 */
final class WebSocketStream {

    enum Event {
        /** More bytes are needed. */
        MORE,
        /** The expected message has come, to its last byte. */
        MESSAGE,
        /** A ping; its payload is in the input before its position, {@link #controlBytes()} long. */
        PING,
        /** An unasked pong, which is allowed and means nothing. */
        PONG,
        /** The server closes the WebSocket. */
        CLOSE
    }

    private boolean inMessage;
    private boolean inFrame;
    private boolean lastFrame;
    private byte controlBytes;
    /** Payload left of the present data frame. */
    private int left;

    private int messageBytes;

    int controlBytes() {
        return controlBytes;
    }

    /** Reads up to the next event; an incomplete frame header stays in the input. */
    Event read(Input in, byte[] expected, int expectedBytes) throws AnswerException {
        while (true) {
            if (inFrame) {
                readPayload(in, expected, expectedBytes);
                if (left > 0) {
                    return Event.MORE;
                }
                inFrame = false;
                if (lastFrame) {
                    return endMessage(expectedBytes);
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

    private Event endMessage(int expectedBytes) throws AnswerException {
        if (messageBytes != expectedBytes) {
            throw AnswerException.wrong("message of %d bytes, expected %d".formatted(messageBytes, expectedBytes));
        }
        inMessage = false;
        messageBytes = 0;
        return Event.MESSAGE;
    }

    private boolean readDataHeader(Input in, int opcode) throws AnswerException {
        int first = in.bytes[in.position];
        int second = in.bytes[in.position + 1];
        checkHeader(first, second);
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
        inMessage = true;
        inFrame = true;
        lastFrame = (first & FINAL) != 0;
        left = (int) length;
        return true;
    }

    private void readPayload(Input in, byte[] expected, int expectedBytes) throws AnswerException {
        int bytes = Math.min(left, in.remaining());
        if (bytes > expectedBytes - messageBytes) {
            throw AnswerException.wrong("message is longer than the expected %d bytes".formatted(expectedBytes));
        }
        int mismatch = Arrays.mismatch(
                in.bytes, in.position, in.position + bytes, expected, messageBytes, messageBytes + bytes);
        if (mismatch >= 0) {
            throw AnswerException.wrong("byte %d of the message is 0x%02x, expected 0x%02x"
                    .formatted(
                            messageBytes + mismatch,
                            in.bytes[in.position + mismatch],
                            expected[messageBytes + mismatch]));
        }
        in.position += bytes;
        messageBytes += bytes;
        left -= bytes;
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
