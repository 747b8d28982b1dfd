package io.ceiling.load.link;

import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Requests to an agent and their answers as bytes, for a way that has several hosts. */
public final class RequestBytes {

    private RequestBytes() {}

    /** Returns the bytes of a request or of an answer; the format is that of the pipes to agents. */
    public static byte[] encode(Object record) {
        return RecordPipe.encode(record);
    }

    /**
     * Returns the object of these bytes.
     *
     * @throws LinkException if the bytes are anything else, or an object of another class
     */
    public static <T> T decode(byte[] bytes, Class<T> kind) {
        Object object;
        try {
            object = RecordPipe.read(new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new LinkException("%d bytes are no record: %s".formatted(bytes.length, e.getMessage()), e);
        }
        if (!kind.isInstance(object)) {
            throw new LinkException(
                    "%d bytes are no record of the kind %s".formatted(bytes.length, kind.getSimpleName()));
        }
        return kind.cast(object);
    }
}
