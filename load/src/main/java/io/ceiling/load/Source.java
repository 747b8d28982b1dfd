package io.ceiling.load;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where {@link Input} gets its bytes from. */
@FunctionalInterface
interface Source {

    /** Bytes read into the buffer, 0 if none are there, -1 at the end of the stream. */
    int read(ByteBuffer into) throws IOException;
}
