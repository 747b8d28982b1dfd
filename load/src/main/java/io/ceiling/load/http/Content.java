package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;

/** Checks the bytes of a body or message as they come, in pieces cut anywhere. */
public interface Content {

    /** The head of the response has come; complains if it is not what must come. */
    default void head(ResponseHead head) throws AnswerException {}

    /** The status of the response, or {@link ResponseHead#ANY_SUCCESS}. */
    default int expectedStatus() {
        return 200;
    }

    /** Whether the body may be one that ends with the connection. */
    default boolean mayEndWithConnection() {
        return false;
    }

    /** The head of the response says that the body has this length; not called for chunks and messages. */
    void announced(int length) throws AnswerException;

    /**
     * Takes a piece.
     *
     * @param before bytes of this body or message that came before; wraps around after 2 GiB of an endless one
     */
    void part(byte[] bytes, int from, int to, int before) throws AnswerException;

    /** The body or message is over after so many bytes. */
    void end(int length) throws AnswerException;
}
