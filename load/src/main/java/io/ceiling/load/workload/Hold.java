package io.ceiling.load.workload;

import io.ceiling.load.http.AnyContent;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedContent;
import io.ceiling.load.http.HttpConnection;
import io.ceiling.load.http.HttpResponse;
import io.ceiling.load.http.HttpWork;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.Statuses;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request on each connection, which is served by the beginning of a response whose rest stays open: the
 * workloads HOLD_BLOCKING and HOLD_ASYNC, and HOLD and SSE of the user's own application.
 */
final class Hold extends HttpWork implements ClientWorkload {

    private static final byte[] ACCEPT_EVENTS = Ascii.bytes("Accept: text/event-stream\r\nCache-Control: no-cache\r\n");

    private final byte[] headers;
    // Check of a response of the user's own application; null for the web application of this project.
    private final @Nullable Content custom;

    private Hold(LoadLoop loop, RequestTemplate request, byte[] headers, @Nullable Content custom) {
        super(loop, request, custom != null);
        this.headers = headers;
        this.custom = custom;
    }

    /** Returns the hold of a path of this project's web application. */
    static ClientWorkload webapp(LoadLoop loop, ServerAddress server, String path) {
        return new Hold(loop, RequestTemplate.get(server, path), RequestTemplate.NO_HEADERS, null);
    }

    /** Returns the hold of a request to the user's own application. */
    static ClientWorkload custom(LoadLoop loop, ServerAddress server, CustomPlan plan) {
        return new Hold(
                loop,
                RequestTemplate.of(server, plan.first()),
                RequestTemplate.NO_HEADERS,
                new AnyContent(true, "", Statuses.of(plan.expectedAnswer().statuses()), false));
    }

    /** Returns a hold whose response must be a stream of server-sent events. */
    static ClientWorkload events(LoadLoop loop, ServerAddress server, CustomPlan plan) {
        return new Hold(
                loop,
                RequestTemplate.of(server, plan.first()),
                ACCEPT_EVENTS,
                new AnyContent(
                        true,
                        "text/event-stream",
                        Statuses.of(plan.expectedAnswer().statuses()),
                        false));
    }

    @Override
    public Connection newConnection(int place) {
        return custom == null ? new WebappClient(this) : new CustomClient(this);
    }

    private abstract static class HeldRequestClient extends HttpConnection<Hold> {

        HeldRequestClient(Hold work) {
            super(work);
        }

        abstract Content content();

        /** Returns true if the part of the response read so far counts as the first answer. */
        abstract boolean isAnswer(HttpResponse begun);

        /** Handles the end of the response; bytes that follow it are still in the input. */
        abstract void onResponseEnd(HttpResponse whole, Input in) throws AnswerException;

        @Override
        protected void putFirst(ByteBuffer out) {
            adoptClient();
            response().expect();
            put(out, work.headers);
        }

        @Override
        protected void parse(Input in) throws AnswerException {
            read(in, content());
            work.keepCookies(this, request());
            if (awaitingAnswer() && isAnswer(response())) {
                recordAnswer();
            }
            if (response().complete()) {
                onResponseEnd(response(), in);
            }
        }
    }

    // The head of the response is the answer.
    private static final class CustomClient extends HeldRequestClient {

        CustomClient(Hold work) {
            super(work);
        }

        @Override
        Content content() {
            return Objects.requireNonNull(work.custom);
        }

        @Override
        boolean isAnswer(HttpResponse begun) {
            return begun.headRead() && !begun.complete();
        }

        @Override
        void onResponseEnd(HttpResponse whole, Input in) throws AnswerException {
            if (awaitingAnswer()) {
                throw AnswerException.wrong(
                        "the response ended after %d bytes, and was to stay open".formatted(whole.bodyBytes()));
            }
            if (idle()) {
                fail(FailureCause.CLOSED_WHILE_HELD, "the server ended the response");
            }
        }
    }

    // The first line of the body is the answer. The second comes when the server is asked to release its requests, or
    // when the web application ends a request after its ceiling.hold.seconds.
    private static final class WebappClient extends HeldRequestClient implements Content {

        private static final Content RELEASED = body("held\nreleased\n");
        private static final Content TIMED_OUT = body("held\nended by ceiling.hold.seconds\n");
        private static final byte FIRST_OF_TIMED_OUT = 'e';
        private static final int ANSWER_BYTES = "held\n".length();

        private Content expected = RELEASED;

        WebappClient(Hold work) {
            super(work);
        }

        private static Content body(String text) {
            byte[] bytes = Ascii.bytes(text);
            return ExpectedContent.body(bytes, bytes.length);
        }

        @Override
        Content content() {
            return this;
        }

        @Override
        boolean isAnswer(HttpResponse begun) {
            return begun.bodyBytes() >= ANSWER_BYTES;
        }

        @Override
        void onResponseEnd(HttpResponse whole, Input in) throws AnswerException {
            in.checkNothingFollows();
            if (idle() && expected == TIMED_OUT) {
                fail(FailureCause.HOLD_TIMED_OUT, "the web application ended it, see ceiling.hold.seconds");
            } else if (idle()) {
                recordRelease();
            }
        }

        @Override
        public void checkAnnouncedLength(int length) throws AnswerException {
            expected.checkAnnouncedLength(length);
        }

        @Override
        public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
            int second = from + ANSWER_BYTES - before;
            if (second >= from && second < to && bytes[second] == FIRST_OF_TIMED_OUT) {
                expected = TIMED_OUT;
            }
            expected.checkPart(bytes, from, to, before);
        }

        @Override
        public void checkEnd(int length) throws AnswerException {
            expected.checkEnd(length);
        }
    }
}
