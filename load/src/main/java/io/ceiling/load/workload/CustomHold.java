package io.ceiling.load.workload;

import io.ceiling.load.http.AnyContent;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.HeldConnection;
import io.ceiling.load.http.HttpResponse;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;

/**
 * Sends one GET to the user's own application. The head of the response is the answer; the rest of the response stays
 * open.
 */
final class CustomHold implements Work {

    private static final byte[] ACCEPT_EVENTS = Ascii.bytes("Accept: text/event-stream\r\nCache-Control: no-cache\r\n");
    private static final byte[] NO_HEADERS = {};

    private final LoadLoop loop;
    private final RequestTemplate request;
    private final byte[] headers;
    private final Content content;
    private final ResponseHead head = new ResponseHead(true);

    private CustomHold(LoadLoop loop, ServerAddress server, String path, byte[] headers, String contentType) {
        this.loop = loop;
        this.request = RequestTemplate.get(server, path);
        this.headers = headers;
        this.content = new AnyContent(true, contentType);
    }

    static Work anything(LoadLoop loop, ServerAddress server, String path) {
        return new CustomHold(loop, server, path, NO_HEADERS, "");
    }

    /** Returns a hold whose response must be a stream of server-sent events. */
    static Work events(LoadLoop loop, ServerAddress server, String path) {
        return new CustomHold(loop, server, path, ACCEPT_EVENTS, "text/event-stream");
    }

    @Override
    public Connection newConnection(int place) {
        return new Client(this);
    }

    private static final class Client extends HeldConnection {

        private final CustomHold work;

        Client(CustomHold work) {
            super(work.loop);
            this.work = work;
        }

        @Override
        protected void putRequest(ByteBuffer out) {
            work.request.put(out, work.headers, kept());
        }

        @Override
        protected RequestTemplate request() {
            return work.request;
        }

        @Override
        protected ResponseHead head() {
            return work.head;
        }

        @Override
        protected Content content() {
            return work.content;
        }

        @Override
        protected boolean isAnswer(HttpResponse begun) {
            return begun.headRead() && !begun.complete();
        }

        @Override
        protected void over(HttpResponse whole, Input in) throws AnswerException {
            if (awaitingAnswer()) {
                throw AnswerException.wrong(
                        "the response ended after %d bytes, and was to stay open".formatted(whole.bodyBytes()));
            }
            if (idle()) {
                fail(FailureCause.CLOSED_WHILE_HELD, "the server ended the response");
            }
        }
    }
}
