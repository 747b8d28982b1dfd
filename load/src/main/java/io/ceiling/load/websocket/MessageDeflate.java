package io.ceiling.load.websocket;

import io.ceiling.load.socket.AnswerException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compresses and expands messages (permessage-deflate, RFC 7692, section 7.2). One per event loop, shared by all its
 * connections; not thread-safe.
 *
 * <p>Notes. zlib takes 268 KB for each compressor and 40 KB for each expander, so no connection has any of its own. A
 * client need not refer to its earlier messages, so each is compressed for itself, whatever was negotiated. A server
 * may refer to its earlier ones: a connection keeps the text of the last 32 KiB, which becomes the dictionary of the
 * next message. The JDK has only windows of 15 bits, which also expand the output of smaller ones.
 */
final class MessageDeflate {

    /**
     * Maximum length of an expanded message: a few bytes of a hostile server may expand to a thousand times as many.
     */
    static final int MAX_MESSAGE_BYTES = 1 << 20;

    /** Maximum length of a compressed message; it is kept until it is complete. */
    static final int MAX_COMPRESSED_BYTES = 1 << 18;

    static final int WINDOW_BYTES = 1 << 15;

    private static final byte[] NOTHING = new byte[0];
    // The end of a flushed block, which RFC 7692 removes from each message.
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};

    private static final int FIRST_BYTES = 8 * 1024;

    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final Inflater inflater = new Inflater(true);
    private byte[] deflated = new byte[FIRST_BYTES];
    private byte[] inflated = new byte[FIRST_BYTES];

    /**
     * The state that one connection keeps: the beginning of an incomplete message, and text that the next may refer to.
     */
    static final class InflateState {

        private final MessageDeflate codec;
        private final boolean takeover;
        private byte[] partialMessage = NOTHING;
        private byte[] window = NOTHING;

        /** @param takeover true if messages may refer to earlier ones */
        InflateState(MessageDeflate codec, boolean takeover) {
            this.codec = codec;
            this.takeover = takeover;
        }

        /**
         * Adds compressed bytes of the current message.
         *
         * @throws AnswerException if the message becomes longer than {@link #MAX_COMPRESSED_BYTES}
         */
        void add(byte[] bytes, int from, int to) throws AnswerException {
            int before = partialMessage.length;
            if (to - from > MAX_COMPRESSED_BYTES - before) {
                throw AnswerException.wrong("compressed message of more than %d bytes".formatted(MAX_COMPRESSED_BYTES));
            }
            partialMessage = Arrays.copyOf(partialMessage, before + to - from);
            System.arraycopy(bytes, from, partialMessage, before, to - from);
        }

        /**
         * Expands the current message, whose last byte was added, into {@link #text}; returns its length.
         *
         * @throws AnswerException if it is no compressed message, or longer than {@link #MAX_MESSAGE_BYTES}
         */
        int expand() throws AnswerException {
            byte[] message = partialMessage;
            partialMessage = NOTHING;
            int length = codec.inflate(message, window);
            if (takeover) {
                window = codec.nextWindow(window, length);
            }
            return length;
        }

        /** Returns the array that begins with the message that was expanded last; valid until the next one is. */
        byte[] text() {
            return codec.inflated;
        }
    }

    /** Compresses a message into {@link #deflated}; returns the number of bytes. */
    int deflate(byte[] text, int length) {
        deflater.reset();
        deflater.setInput(text, 0, length);
        int size = 0;
        while (true) {
            size += deflater.deflate(deflated, size, deflated.length - size, Deflater.SYNC_FLUSH);
            // A flush is complete if it has left room.
            if (size < deflated.length) {
                return size - TAIL.length;
            }
            deflated = Arrays.copyOf(deflated, deflated.length * 2);
        }
    }

    byte[] deflated() {
        return deflated;
    }

    private int inflate(byte[] message, byte[] window) throws AnswerException {
        try {
            inflater.reset();
            if (window.length > 0) {
                inflater.setDictionary(window);
            }
            int size = inflate(message, 0);
            // A message that ends its stream itself needs no tail.
            return inflater.finished() ? size : inflate(TAIL, size);
        } catch (DataFormatException e) {
            throw AnswerException.wrong("message that cannot be expanded: %s".formatted(e.getMessage()));
        }
    }

    private int inflate(byte[] bytes, int before) throws DataFormatException, AnswerException {
        inflater.setInput(bytes);
        int size = before;
        while (true) {
            int more = inflater.inflate(inflated, size, inflated.length - size);
            size += more;
            if (size > MAX_MESSAGE_BYTES) {
                throw AnswerException.wrong("message of more than %d bytes".formatted(MAX_MESSAGE_BYTES));
            }
            if (size < inflated.length) {
                return size;
            }
            inflated = Arrays.copyOf(inflated, inflated.length * 2);
        }
    }

    private byte[] nextWindow(byte[] window, int length) {
        int ofMessage = Math.min(length, WINDOW_BYTES);
        int ofWindow = Math.min(window.length, WINDOW_BYTES - ofMessage);
        byte[] next = new byte[ofWindow + ofMessage];
        System.arraycopy(window, window.length - ofWindow, next, 0, ofWindow);
        System.arraycopy(inflated, length - ofMessage, next, ofWindow, ofMessage);
        return next;
    }
}
