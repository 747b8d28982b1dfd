package io.ceiling.load.socket;

/** The compression of messages that clients offer to a server and then expect (permessage-deflate, RFC 7692). */
public enum Compression {
    /** No compression is offered. */
    NONE,
    /** The server may refer to its earlier messages. */
    TAKEOVER,
    /** Both ends compress each message for itself. */
    NO_TAKEOVER
}
