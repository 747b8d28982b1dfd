package io.ceiling.webapp.recursion;

import io.ceiling.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Incremental parser of the HTTP answer of the next level. Its buffer exists before the call, so that an answer can be
 * passed up when no memory is left. Not thread-safe.
 */
final class LevelReply {

    private static final int FIRST_BYTES = 512;
    private static final int MAX_BYTES = 16_384;

    private byte[] buffer = new byte[FIRST_BYTES];
    private int size;
    private int bodyAt = -1;
    private int bodyLength = -1;
    private int status;

    /** Returns the buffer; the next bytes go to index {@link #size}. */
    byte[] buffer() {
        return buffer;
    }

    int size() {
        return size;
    }

    /**
     * Processes bytes that were read into the buffer; returns true if the answer is complete.
     *
     * @param count number of bytes read, -1 at the end of the stream
     * @throws LevelFailureException if this is no answer of a level
     */
    boolean accept(int count) throws LevelFailureException {
        if (count < 0) {
            if (size == 0) {
                throw new LevelFailureException("closed the connection before it answered");
            }
            if (bodyAt < 0 || status != 200 || bodyLength >= 0) {
                throw new LevelFailureException("closed the connection within its answer");
            }
            bodyLength = size - bodyAt;
            return true;
        }
        size += count;
        if (bodyAt < 0 && !readHead()) {
            growIfFull();
            return false;
        }
        if (status != 200) {
            throw new LevelFailureException("answered HTTP " + status);
        }
        if (bodyLength >= 0 && size >= bodyAt + bodyLength) {
            return true;
        }
        growIfFull();
        return false;
    }

    byte[] body() {
        return Arrays.copyOfRange(buffer, bodyAt, bodyAt + bodyLength);
    }

    private boolean readHead() throws LevelFailureException {
        int end = endOfHead();
        if (end < 0) {
            return false;
        }
        String head = new String(buffer, 0, end, StandardCharsets.ISO_8859_1);
        String[] lines = head.split("\r\n", -1);
        if (!lines[0].matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
            throw new LevelFailureException("answered something else than HTTP");
        }
        status = Integer.parseInt(lines[0].substring(9, 12));
        for (String line : lines) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                String value = lower.substring("content-length:".length()).trim();
                if (!value.matches("[0-9]{1,5}")) {
                    throw new LevelFailureException("answered with content length " + Json.echo(value));
                }
                bodyLength = Integer.parseInt(value);
            } else if (lower.startsWith("transfer-encoding:") && status == 200) {
                // No level answers in chunks, so the answer comes from something between the levels.
                throw new LevelFailureException("answered in chunks");
            }
        }
        bodyAt = end + 4;
        return true;
    }

    private int endOfHead() {
        for (int i = 0; i + 4 <= size; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r' && buffer[i + 3] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void growIfFull() throws LevelFailureException {
        if (size < buffer.length) {
            return;
        }
        if (buffer.length >= MAX_BYTES) {
            throw new LevelFailureException("answered more than %d bytes".formatted(MAX_BYTES));
        }
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
}
