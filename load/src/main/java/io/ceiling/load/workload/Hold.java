package io.ceiling.load.workload;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedContent;
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
 * The workloads HOLD_BLOCKING and HOLD_ASYNC.
 *
 * <p>The first line of the body is the answer. The second comes when the server is asked to release its requests, or
 * when the web application ends a request after its {@code ceiling.hold.seconds}.
 */
final class Hold implements Work {

    private final LoadLoop loop;
    private final RequestTemplate request;
    private final ResponseHead head = new ResponseHead();

    private Hold(LoadLoop loop, ServerAddress server, String path) {
        this.loop = loop;
        this.request = RequestTemplate.get(server, path);
    }

    static Work blocking(LoadLoop loop, ServerAddress server) {
        return new Hold(loop, server, "/hold/blocking");
    }

    static Work async(LoadLoop loop, ServerAddress server) {
        return new Hold(loop, server, "/hold/async");
    }

    @Override
    public Connection newConnection(int place) {
        return new Client(this);
    }

    private static final class Client extends HeldConnection implements Content {

        private static final Content RELEASED = body("held\nreleased\n");
        private static final Content TIMED_OUT = body("held\nended by ceiling.hold.seconds\n");
        private static final byte FIRST_OF_TIMED_OUT = 'e';
        private static final int ANSWER_BYTES = "held\n".length();

        private final Hold work;
        private Content expected = RELEASED;

        Client(Hold work) {
            super(work.loop);
            this.work = work;
        }

        @Override
        protected void putRequest(ByteBuffer out) {
            work.request.put(out, RequestTemplate.NO_HEADERS, kept());
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
            return this;
        }

        @Override
        protected boolean isAnswer(HttpResponse begun) {
            return begun.bodyBytes() >= ANSWER_BYTES;
        }

        @Override
        protected void over(HttpResponse whole, Input in) throws AnswerException {
            in.checkNothingFollows();
            if (idle() && expected == TIMED_OUT) {
                fail(FailureCause.HOLD_TIMED_OUT, "the web application ended it, see ceiling.hold.seconds");
            } else if (idle()) {
                released();
            }
        }

        @Override
        public void announced(int length) throws AnswerException {
            expected.announced(length);
        }

        @Override
        public void part(byte[] bytes, int from, int to, int before) throws AnswerException {
            int second = from + ANSWER_BYTES - before;
            if (second >= from && second < to && bytes[second] == FIRST_OF_TIMED_OUT) {
                expected = TIMED_OUT;
            }
            expected.part(bytes, from, to, before);
        }

        @Override
        public void end(int length) throws AnswerException {
            expected.end(length);
        }

        private static Content body(String text) {
            byte[] bytes = Ascii.bytes(text);
            return ExpectedContent.body(bytes, bytes.length);
        }
    }
}
