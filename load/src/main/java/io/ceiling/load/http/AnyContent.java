package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import java.util.Locale;

/** Content of a successful response (2xx) whose body is unknown. */
public final class AnyContent implements Content {

    private final boolean mayEndWithConnection;
    private final String contentType;

    /**
     * Creates the content of one kind of response.
     *
     * @param mayEndWithConnection true if the body may end with the connection
     * @param contentType required prefix of the Content-Type, in lower case; empty for any
     */
    public AnyContent(boolean mayEndWithConnection, String contentType) {
        this.mayEndWithConnection = mayEndWithConnection;
        this.contentType = contentType;
    }

    @Override
    public int expectedStatus() {
        return ResponseHead.ANY_SUCCESS;
    }

    @Override
    public boolean mayEndWithConnection() {
        return mayEndWithConnection;
    }

    @Override
    public void head(ResponseHead head) throws AnswerException {
        if (!head.contentType().toLowerCase(Locale.ROOT).startsWith(contentType)) {
            throw AnswerException.wrong(
                    "Content-Type is '%s', expected '%s'".formatted(head.contentType(), contentType));
        }
    }

    @Override
    public void part(byte[] bytes, int from, int to, int before) {}
}
