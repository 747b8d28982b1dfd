package io.ceiling.webapp.access;

import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Settings;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Limits the length of request bodies. A body over HTTP/1.1 must have a Content-Length: one in chunks could be endless,
 * and it would be read before its length is known. Over HTTP/2 such a body looks like none; readers of bodies read no
 * more than the maximum.
 *
 * @param maxBytes maximum length in bytes
 */
record BodyRule(int maxBytes) {

    /**
     * Name of the setting. It is the maximum length of a message to a channel, because no other request needs a body.
     */
    static final String NAME = "ceiling.channels.message-bytes";

    static BodyRule of(Settings settings) {
        return new BodyRule(settings.number(NAME, 64, 16_777_216));
    }

    void check(HttpServletRequest request) throws RefusedException {
        check(request.getContentLengthLong(), request.getHeader("Transfer-Encoding") != null);
    }

    /**
     * Checks the length of a body.
     *
     * @param length Content-Length in bytes; -1 if there is none
     * @param chunked true if the request has a Transfer-Encoding
     */
    void check(long length, boolean chunked) throws RefusedException {
        if (chunked) {
            throw new RefusedException(
                    RefusedException.LENGTH_REQUIRED,
                    "a body must have a Content-Length of at most %d, this one has a Transfer-Encoding"
                            .formatted(maxBytes));
        }
        if (length > maxBytes) {
            throw new RefusedException(
                    RefusedException.TOO_LARGE,
                    "a body must have at most %d bytes, this one has %d. Hint: raise %s"
                            .formatted(maxBytes, length, NAME));
        }
    }
}
