package io.ceiling.load.link;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Format of records in a pipe: four bytes with the length, then one record as {@link RecordBytes} encodes it.
 *
 * <p>Notes. The input may be anything: output of a library that prints, or of a process that is no agent. So the length
 * is bounded before anything is allocated, and each record is read by itself. Every error is an exception with a
 * message of one line.
 */
final class RecordPipe {

    /** Maximum length of a record in bytes: that of a plan with the longest body, each byte as two of UTF-8. */
    static final int MAX_BYTES = 20 << 20;

    private RecordPipe() {}

    /** Thrown when bytes are no record. */
    static final class RecordException extends IOException {

        private static final long serialVersionUID = 1;

        RecordException(String message) {
            super(message);
        }

        RecordException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Returns the bytes of a record as they are sent, the length included.
     *
     * @throws IllegalArgumentException if the record, or a component of it, does not travel
     * @throws IllegalStateException if the record is too long to be read at the other end
     */
    static byte[] encode(Object record) {
        byte[] bytes = RecordBytes.OF_AGENTS.of(record);
        if (bytes.length > MAX_BYTES) {
            throw new IllegalStateException(
                    "a record of %d bytes is too long, at most %d are sent at once".formatted(bytes.length, MAX_BYTES));
        }
        return PipeFrames.of(bytes);
    }

    /**
     * Blocks until a whole record has arrived and returns it; returns null if the pipe has ended before it.
     *
     * @throws RecordException if the bytes are no record of this module
     * @throws java.io.EOFException if the pipe ends in the middle of a record
     */
    static @Nullable Object read(InputStream in) throws IOException {
        byte @Nullable [] record = PipeFrames.read(in, MAX_BYTES);
        try {
            return record == null ? null : RecordBytes.OF_AGENTS.read(record, Object.class);
        } catch (IllegalArgumentException e) {
            throw new RecordException(String.valueOf(e.getMessage()), e);
        }
    }
}
