package io.ceiling.load.channels;

import io.ceiling.load.http.Content;
import java.nio.ByteBuffer;

/**
 * The requests by which one connection publishes messages, one at a time, in one protocol. Confined to one event loop.
 */
interface Posting {

    /** Takes the next message to be posted; returns false if nobody can post it now. */
    boolean take(PublishText message);

    /** Puts the request of the message that was taken. */
    void put(ByteBuffer out);

    Content answer();
}
