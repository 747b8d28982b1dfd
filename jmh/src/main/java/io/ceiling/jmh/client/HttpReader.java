package io.ceiling.jmh.client;

import io.ceiling.load.http.Content;
import io.ceiling.load.http.HttpResponse;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;

/** Reads HTTP responses, and checks their bodies. */
public final class HttpReader extends Reader {

    private final HttpResponse response = new HttpResponse();
    private final Content content;

    public HttpReader(Input.Source source, Content content) {
        super(source);
        this.content = content;
    }

    /** Begins the next response. */
    public void expect() {
        response.expect();
    }

    /** Returns true if the current response was read to its end. */
    public boolean isComplete() {
        return response.complete();
    }

    /** Returns the number of body bytes read so far. */
    public int bodyBytes() {
        return response.bodyBytes();
    }

    @Override
    void parse(Input in, ResponseHead head) throws AnswerException {
        response.read(in, head, content);
    }
}
