package io.ceiling.jmh;

import io.ceiling.load.channels.PublishAnswer;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedContent;
import io.ceiling.load.http.HttpResponse;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;

/** Reads HTTP responses with an expected body. */
final class HttpReader extends Reader {

    private final HttpResponse response = new HttpResponse();
    private final Content content;
    private final Runnable expectation;

    private HttpReader(Input.Source source, Content content, Runnable expectation) {
        super(source);
        this.content = content;
        this.expectation = expectation;
    }

    /** Returns a reader of responses with this body. */
    static HttpReader ofBody(Input.Source source, String ascii) {
        return new HttpReader(source, ExpectedContent.body(Ascii.bytes(ascii), ascii.length()), () -> {});
    }

    /** Returns a reader of the answers to messages published to this channel. */
    static HttpReader ofPublishing(Input.Source source, int identifier) {
        PublishAnswer answer = new PublishAnswer();
        return new HttpReader(source, answer, () -> answer.expect(identifier));
    }

    /** Begins the next response. */
    void expect() {
        expectation.run();
        response.expect();
    }

    /** Returns true if the current response was read to its end. */
    boolean isComplete() {
        return response.complete();
    }

    /** Returns the number of body bytes read so far. */
    int bodyBytes() {
        return response.bodyBytes();
    }

    @Override
    void understand(Input in, ResponseHead head) throws AnswerException {
        response.read(in, head, content);
    }
}
