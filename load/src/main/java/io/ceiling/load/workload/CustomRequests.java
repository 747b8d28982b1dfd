package io.ceiling.load.workload;

import io.ceiling.load.http.AnyContent;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.HttpWork;
import io.ceiling.load.http.KeepAliveConnection;
import io.ceiling.load.http.PlaceholderValues;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.SearchedText;
import io.ceiling.load.http.Statuses;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the user's own application repeatedly: the same one, or each time one that is drawn from a mix. An
 * answer as expected that is read to its end is correct. A connection whose end the server announces, after a number of
 * requests, is opened again at once. {@link InFlight} sends the same on connections that may be replaced.
 */
class CustomRequests extends HttpWork implements Work {

    // Maximum number of redirects of one request; as with browsers.
    private static final int MAX_REDIRECTS = 20;

    // Same value as in Connection, for a single request.
    private static final int NO_MIX = -1;

    private final List<Mixed> mix;
    private final int weights;
    private final SplittableRandom random;
    final boolean follows;
    final Statuses statuses;
    /** True if a request has placeholders. */
    final boolean numbered;
    /** Null if any text is right. */
    final @Nullable Pattern text;

    /**
     * One request of the mix.
     *
     * @param content check of its answers
     * @param index its index in the mix; -1 if it is the only one
     * @param below exclusive upper bound of the numbers that draw this request; the bound of the request before is the
     *     lower one
     */
    record Mixed(RequestTemplate template, Content content, int index, int below) {}

    CustomRequests(LoadLoop loop, ServerAddress server, CustomPlan plan, SplittableRandom random) {
        this(loop, plan, random, mix(server, plan));
    }

    private CustomRequests(LoadLoop loop, CustomPlan plan, SplittableRandom random, List<Mixed> mix) {
        super(loop, mix.get(0).template, !plan.expect().equals(ExpectedAnswer.SUCCESS));
        this.random = random;
        this.follows = plan.expect().follow();
        this.statuses = statuses(plan);
        this.text = plan.expect().text().isEmpty() ? null : plan.expect().pattern();
        this.numbered = plan.requests().stream().anyMatch(HttpRequest::hasPlaceholders);
        this.mix = mix;
        this.weights = mix.get(mix.size() - 1).below;
    }

    private static Statuses statuses(CustomPlan plan) {
        Statuses expected = Statuses.of(plan.expect().statuses());
        return plan.expect().follow() ? expected.orRedirects() : expected;
    }

    private static List<Mixed> mix(ServerAddress server, CustomPlan plan) {
        PlaceholderValues values = new PlaceholderValues();
        List<Mixed> mix = new ArrayList<>();
        int below = 0;
        for (HttpRequest each : plan.requests()) {
            below += each.weight();
            mix.add(new Mixed(
                    RequestTemplate.of(server, each, plan.files(), values),
                    new AnyContent(false, "", statuses(plan), each.method().equals("HEAD")),
                    plan.requests().size() == 1 ? NO_MIX : mix.size(),
                    below));
        }
        return mix;
    }

    @Override
    protected boolean sendsBodies() {
        return mix.stream().anyMatch(each -> each.template.bodyBytes() > 0);
    }

    final Mixed draw() {
        Mixed drawn = mix.get(0);
        if (mix.size() > 1) {
            int number = random.nextInt(weights);
            for (int i = 0; number >= drawn.below; i++) {
                drawn = mix.get(i + 1);
            }
        }
        return drawn;
    }

    @Override
    public Connection newConnection(int place) {
        return new Client<>(this);
    }

    static class Client<W extends CustomRequests> extends KeepAliveConnection<W> {

        // Minimum answers on a socket before it is reopened: a server that closes after each answer holds no
        // connection.
        private static final int MIN_ANSWERS = 2;

        // The request that is outstanding, or was the last.
        private Mixed drawn;
        private @Nullable RequestTemplate redirected;
        // Target of the redirect in the current answer; null if it is none.
        private @Nullable RequestTemplate follows;

        private final @Nullable SearchedText searched;
        private int socketRequests;

        private int redirects;
        // Number among all connections; 0 if no request has placeholders.
        private final long number;

        Client(W work) {
            super(work);
            this.drawn = work.draw();
            this.number = work.numbered ? PlaceholderValues.newConnection() : 0;
            this.searched = work.text == null ? null : new SearchedText(work.statuses, work.text, work.follows);
        }

        @Override
        protected RequestTemplate request() {
            return redirected == null ? drawn.template : redirected;
        }

        @Override
        protected int ofMix() {
            return drawn.index;
        }

        @Override
        protected long number() {
            return number;
        }

        @Override
        protected void putFirst(ByteBuffer out) {
            socketRequests = 0;
            super.putFirst(out);
        }

        @Override
        protected void putNext(ByteBuffer out) {
            if (follows == null) {
                drawn = work.draw();
                redirected = null;
                redirects = 0;
            } else {
                redirected = follows;
                follows = null;
            }
            super.putNext(out);
            socketRequests++;
        }

        @Override
        protected void headRead() throws AnswerException {
            follows = null;
            if (work.follows && work.head.isRedirect()) {
                follows = request().redirected(work.head);
            }
        }

        @Override
        protected void complete(int bodyBytes) throws AnswerException {
            if (follows == null) {
                super.complete(bodyBytes);
                return;
            }
            redirects++;
            if (redirects > MAX_REDIRECTS) {
                throw AnswerException.wrong("more than %d redirects".formatted(MAX_REDIRECTS));
            }
            if (ends() || bodyUnsent()) {
                askAgain();
                return;
            }
            ByteBuffer out = loop.output();
            putNext(out);
            reply(out);
        }

        /** Returns the number of requests on this socket, including one that is outstanding. */
        protected final int requestsOfSocket() {
            return socketRequests;
        }

        @Override
        protected boolean followsEnd() {
            return bodyUnsent() || (ends() && socketRequests >= MIN_ANSWERS);
        }

        @Override
        protected boolean survivesEnd() {
            return idle() && followsEnd();
        }

        @Override
        protected boolean reopensAtOnce() {
            return true;
        }

        @Override
        protected final Content content() {
            return searched == null || drawn.content.isWithoutBody() ? drawn.content : searched;
        }
    }
}
