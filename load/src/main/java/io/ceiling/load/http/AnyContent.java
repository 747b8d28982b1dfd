package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import java.util.Locale;

/** Content of a response whose body is unknown. */
public class AnyContent implements Content {

    private final boolean mayEndWithConnection;
    private final String contentType;
    private final Statuses statuses;
    private final boolean withoutBody;

    /**
     * Creates the content of one kind of successful response (2xx).
     *
     * @param mayEndWithConnection true if the body may end with the connection
     * @param contentType required prefix of the Content-Type, in lower case; empty for any
     */
    public AnyContent(boolean mayEndWithConnection, String contentType) {
        this(mayEndWithConnection, contentType, Statuses.ANY_SUCCESS, false);
    }

    /**
     * Creates the content of one kind of response.
     *
     * @param statuses statuses that are right
     * @param withoutBody true if the response has no body, as that to HEAD
     */
    public AnyContent(boolean mayEndWithConnection, String contentType, Statuses statuses, boolean withoutBody) {
        this.mayEndWithConnection = mayEndWithConnection;
        this.contentType = contentType;
        this.statuses = statuses;
        this.withoutBody = withoutBody;
    }

    @Override
    public Statuses expectedStatus() {
        return statuses;
    }

    @Override
    public boolean isWithoutBody() {
        return withoutBody;
    }

    @Override
    public boolean mayEndWithConnection() {
        return mayEndWithConnection;
    }

    @Override
    public void checkHead(ResponseHead head) throws AnswerException {
        if (!head.contentType().toLowerCase(Locale.ROOT).startsWith(contentType)) {
            throw AnswerException.wrong(
                    "Content-Type is '%s', expected '%s'".formatted(head.contentType(), contentType));
        }
    }

    @Override
    public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {}
}
