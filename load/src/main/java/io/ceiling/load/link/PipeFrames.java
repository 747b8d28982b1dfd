package io.ceiling.load.link;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Frames in a pipe: four bytes with the length, then as many bytes. The pipes to load agents and to nodes have them.
 */
public final class PipeFrames {

    private PipeFrames() {}

    /** Returns the bytes with their length in front of them. */
    public static byte[] of(byte[] content) {
        return ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(content.length)
                .put(content)
                .array();
    }

    /**
     * Blocks until a whole frame has arrived and returns its content; returns null if the pipe has ended before it. The
     * length is checked before anything is allocated, since the input may be anything.
     *
     * @param maxBytes maximum length of the content in bytes
     * @throws EOFException if the pipe ends in the middle of a frame
     * @throws IOException with one line, if the length cannot be one
     */
    public static byte @Nullable [] read(InputStream in, int maxBytes) throws IOException {
        byte[] prefix = in.readNBytes(Integer.BYTES);
        if (prefix.length == 0) {
            return null;
        }
        if (prefix.length < Integer.BYTES) {
            throw new EOFException("the pipe ended within the length of a record");
        }
        int length = ByteBuffer.wrap(prefix).getInt();
        if (length < 0 || length > maxBytes) {
            throw new RecordPipe.RecordException("expected a record of at most %d bytes, got the length %d"
                    .formatted(maxBytes, Integer.toUnsignedLong(length)));
        }
        byte[] content = in.readNBytes(length);
        if (content.length < length) {
            throw new EOFException(
                    "the pipe ended after %d of the %d bytes of a record".formatted(content.length, length));
        }
        return content;
    }
}
