package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;

/** Checks the bytes of a body or message as they arrive, in pieces of any size. */
public interface Content {

    /**
     * Checks the head of the response, which is complete.
     *
     * @throws AnswerException if the head is not as expected
     */
    default void checkHead(ResponseHead head) throws AnswerException {}

    /** Returns the statuses of the response that are right. */
    default Statuses expectedStatus() {
        return Statuses.OK;
    }

    /** Returns true if the response has no body, whatever length its head announces. */
    default boolean isWithoutBody() {
        return false;
    }

    /** Returns true if the body may end with the connection. */
    default boolean mayEndWithConnection() {
        return false;
    }

    /**
     * Checks the length of the body given by the response head. Not called for chunked bodies and for messages.
     *
     * @throws AnswerException if the length is not as expected
     */
    default void checkAnnouncedLength(int length) throws AnswerException {}

    /**
     * Checks a piece of the body or message: the bytes from {@code from} to before {@code to}.
     *
     * @param before number of earlier bytes of this body or message; wraps around after 2 GiB of an endless one
     * @throws AnswerException if the bytes are not as expected
     */
    void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException;

    /**
     * Checks the length of the body or message, which has ended.
     *
     * @throws AnswerException if the length is not as expected
     */
    default void checkEnd(int length) throws AnswerException {}
}
