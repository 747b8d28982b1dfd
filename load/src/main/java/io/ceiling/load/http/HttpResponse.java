package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;

/**
 * Incremental parser of responses of HTTP/1.1, and of HTTP/1.0. Checks the body as it arrives, however it is cut into
 * chunks and reads.
 */
public final class HttpResponse {

    private static final byte HEAD = 0;
    private static final byte SIZED_BODY = 1;
    private static final byte CHUNK_SIZE = 2;
    private static final byte CHUNK_DATA = 3;
    private static final byte CHUNK_END = 4;
    private static final byte TRAILER = 5;
    private static final byte COMPLETE = 6;
    private static final byte ENDLESS_BODY = 7;

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private byte part = COMPLETE;
    // Number of bytes left of the body or of the chunk.
    private int remainingBytes;

    private int bodyBytes;

    /** Begins the next response. */
    public void expect() {
        part = HEAD;
        remainingBytes = 0;
        bodyBytes = 0;
    }

    public boolean complete() {
        return part == COMPLETE;
    }

    public boolean headRead() {
        return part != HEAD;
    }

    /**
     * Returns the number of body bytes read so far, all of them as expected; wraps around after 2 GiB of an endless
     * body.
     */
    public int bodyBytes() {
        return bodyBytes;
    }

    /**
     * Handles the end of the connection. Returns true if the body lasted until then, so that the response is complete
     * now.
     *
     * @throws AnswerException if the body is not as expected
     */
    public boolean end(Content content) throws AnswerException {
        if (part != ENDLESS_BODY) {
            return false;
        }
        part = COMPLETE;
        content.checkEnd(bodyBytes);
        return true;
    }

    /**
     * Reads until the response is complete or the input has no more whole line; the rest of a line stays in the input.
     *
     * @throws AnswerException if the response is malformed or not as expected
     */
    public void read(Input in, ResponseHead head, Content content) throws AnswerException {
        if (part == COMPLETE) {
            return;
        }
        while (in.hasRemaining() && part != COMPLETE) {
            boolean advanced =
                    switch (part) {
                        case HEAD -> readHead(in, head, content);
                        case SIZED_BODY, CHUNK_DATA -> readBody(in, content);
                        case ENDLESS_BODY -> readUntilClose(in, content);
                        case CHUNK_SIZE -> readChunkSize(in);
                        case CHUNK_END -> readLine(in, CHUNK_SIZE);
                        default -> readTrailer(in);
                    };
            if (!advanced) {
                return;
            }
        }
        if (part == COMPLETE) {
            content.checkEnd(bodyBytes);
        }
    }

    private boolean readHead(Input in, ResponseHead head, Content content) throws AnswerException {
        if (!head.read(in, content.expectedStatus())) {
            return false;
        }
        content.checkHead(head);
        if (head.status() == NO_CONTENT || head.status() == NOT_MODIFIED || content.isWithoutBody()) {
            part = COMPLETE;
        } else if (head.chunked()) {
            part = CHUNK_SIZE;
        } else if (head.contentLength() != ResponseHead.NO_LENGTH) {
            content.checkAnnouncedLength(head.contentLength());
            remainingBytes = head.contentLength();
            part = remainingBytes == 0 ? COMPLETE : SIZED_BODY;
        } else if (content.mayEndWithConnection() || head.closesConnection()) {
            part = ENDLESS_BODY;
        } else {
            throw AnswerException.wrong("answer with neither Content-Length nor chunks");
        }
        return true;
    }

    private boolean readBody(Input in, Content content) throws AnswerException {
        int bytes = Math.min(remainingBytes, in.remaining());
        content.checkPart(in.bytes, in.position, in.position + bytes, bodyBytes);
        in.position += bytes;
        bodyBytes += bytes;
        remainingBytes -= bytes;
        if (remainingBytes == 0) {
            part = part == SIZED_BODY ? COMPLETE : CHUNK_END;
        }
        return true;
    }

    private boolean readUntilClose(Input in, Content content) throws AnswerException {
        content.checkPart(in.bytes, in.position, in.limit, bodyBytes);
        bodyBytes += in.remaining();
        in.position = in.limit;
        return true;
    }

    private boolean readChunkSize(Input in) throws AnswerException {
        int end = lineEnd(in);
        if (end < 0) {
            return false;
        }
        int size = 0;
        int digits = 0;
        // Whatever follows the size is a chunk extension, or the '\r'.
        for (int i = in.position; i < end; i++) {
            int digit = Character.digit(in.bytes[i], 16);
            if (digit < 0) {
                break;
            }
            // A size may begin with zeros.
            if (size >= 1 << 24) {
                throw AnswerException.wrong("chunk of 256 MiB or more");
            }
            size = size * 16 + digit;
            digits++;
        }
        if (digits == 0) {
            throw AnswerException.wrong("chunk size without a hexadecimal digit");
        }
        in.position = end + 1;
        remainingBytes = size;
        part = size == 0 ? TRAILER : CHUNK_DATA;
        return true;
    }

    private boolean readTrailer(Input in) throws AnswerException {
        int end = lineEnd(in);
        if (end < 0) {
            return false;
        }
        boolean empty = end == in.position || (end == in.position + 1 && in.bytes[in.position] == '\r');
        in.position = end + 1;
        part = empty ? COMPLETE : TRAILER;
        return true;
    }

    private boolean readLine(Input in, byte next) throws AnswerException {
        int end = lineEnd(in);
        if (end < 0) {
            return false;
        }
        if (end > in.position + 1 || (end == in.position + 1 && in.bytes[in.position] != '\r')) {
            throw AnswerException.wrong("chunk is longer than its size says");
        }
        in.position = end + 1;
        part = next;
        return true;
    }

    private static int lineEnd(Input in) {
        for (int i = in.position; i < in.limit; i++) {
            if (in.bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
