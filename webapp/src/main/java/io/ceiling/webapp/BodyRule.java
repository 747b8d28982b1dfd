package io.ceiling.webapp;

import jakarta.servlet.http.HttpServletRequest;

/**
 * How long the body of a request may be. It must say so itself: what comes in chunks could go on for ever, and would be
 * read before anybody knows.
 *
 * @param most bytes
 */
record BodyRule(int most) {

    /** The setting, which is that of a message to a channel: no other request needs a body. */
    static final String NAME = "ceiling.channels.message-bytes";

    static BodyRule of(Settings settings) {
        return new BodyRule(settings.number(NAME, 64, 16_777_216));
    }

    void check(HttpServletRequest request) throws RefusedException {
        check(request.getContentLengthLong(), request.getHeader("Transfer-Encoding") != null);
    }

    /** @param length -1 if it is not told */
    void check(long length, boolean chunked) throws RefusedException {
        if (chunked) {
            throw new RefusedException(
                    RefusedException.LENGTH_REQUIRED,
                    "a body must have a Content-Length of at most %d, this one has a Transfer-Encoding"
                            .formatted(most));
        }
        if (length > most) {
            throw new RefusedException(
                    RefusedException.TOO_LARGE,
                    "a body must have at most %d bytes, this one has %d. Hint: raise %s".formatted(most, length, NAME));
        }
    }
}
