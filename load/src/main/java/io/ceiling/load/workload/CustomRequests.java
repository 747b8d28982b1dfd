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
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
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
class CustomRequests extends HttpWork implements ClientWorkload {

    // Maximum number of redirects of one request; as with browsers.
    private static final int MAX_REDIRECTS = 20;

    // Same value as in Connection, for a single request.
    private static final int NO_MIX = -1;

    private final List<MixRequest> mix;
    private final int totalWeight;
    private final SplittableRandom random;
    final boolean followsRedirects;
    final Statuses statuses;
    /** True if a request has placeholders. */
    final boolean hasPlaceholders;
    /** Null if any text is right. */
    final @Nullable Pattern text;

    /**
     * One request of the mix.
     *
     * @param content check of its answers
     * @param index its index in the mix; -1 if it is the only one
     * @param upperBound exclusive upper bound of the numbers that draw this request; the bound of the request before is the
     *     lower one
     */
    record MixRequest(RequestTemplate template, Content content, int index, int upperBound) {}

    CustomRequests(LoadLoop loop, ServerAddress server, CustomPlan plan, SplittableRandom random) {
        this(loop, plan, random, mix(server, plan));
    }

    private CustomRequests(LoadLoop loop, CustomPlan plan, SplittableRandom random, List<MixRequest> mix) {
        super(loop, mix.get(0).template, !plan.expectedAnswer().equals(ExpectedAnswer.SUCCESS));
        this.random = random;
        this.followsRedirects = plan.expectedAnswer().follow();
        this.statuses = statuses(plan);
        this.text = plan.expectedAnswer().text().isEmpty()
                ? null
                : plan.expectedAnswer().pattern();
        this.hasPlaceholders = plan.requests().stream().anyMatch(HttpRequest::hasPlaceholders);
        this.mix = mix;
        this.totalWeight = mix.get(mix.size() - 1).upperBound;
    }

    private static Statuses statuses(CustomPlan plan) {
        Statuses expected = Statuses.of(plan.expectedAnswer().statuses());
        return plan.expectedAnswer().follow() ? expected.withRedirects() : expected;
    }

    private static List<MixRequest> mix(ServerAddress server, CustomPlan plan) {
        PlaceholderValues values = new PlaceholderValues();
        List<MixRequest> mix = new ArrayList<>();
        int below = 0;
        for (HttpRequest each : plan.requests()) {
            below += each.weight();
            mix.add(new MixRequest(
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

    final MixRequest draw() {
        MixRequest drawn = mix.get(0);
        if (mix.size() > 1) {
            int number = random.nextInt(totalWeight);
            for (int i = 0; number >= drawn.upperBound; i++) {
                drawn = mix.get(i + 1);
            }
        }
        return drawn;
    }

    @Override
    public Connection newConnection(int place) {
        return new RequestClient<>(this);
    }

    static class RequestClient<W extends CustomRequests> extends KeepAliveConnection<W> {

        // Minimum answers on a socket before it is reopened: a server that closes after each answer holds no
        // connection.
        private static final int MIN_ANSWERS = 2;

        // The request that is outstanding, or was the last.
        private MixRequest drawnRequest;
        private @Nullable RequestTemplate redirectedRequest;
        // Target of the redirect in the current answer; null if it is none.
        private @Nullable RequestTemplate redirectTarget;

        private final @Nullable SearchedText searched;
        private int socketRequests;

        private int redirects;
        // Number among all connections; 0 if no request has placeholders.
        private final long number;

        RequestClient(W work) {
            super(work);
            this.drawnRequest = work.draw();
            this.number = work.hasPlaceholders ? PlaceholderValues.newConnection() : 0;
            this.searched =
                    work.text == null ? null : new SearchedText(work.statuses, work.text, work.followsRedirects);
        }

        @Override
        protected RequestTemplate request() {
            return redirectedRequest == null ? drawnRequest.template : redirectedRequest;
        }

        @Override
        protected int mixIndex() {
            return drawnRequest.index;
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
            if (redirectTarget == null) {
                drawnRequest = work.draw();
                redirectedRequest = null;
                redirects = 0;
            } else {
                redirectedRequest = redirectTarget;
                redirectTarget = null;
            }
            super.putNext(out);
            socketRequests++;
        }

        @Override
        protected void onHead() throws AnswerException {
            redirectTarget = null;
            if (work.followsRedirects && work.head.isRedirect()) {
                redirectTarget = request().redirected(work.head);
            }
        }

        @Override
        protected void onComplete(int bodyBytes) throws AnswerException {
            if (redirectTarget == null) {
                super.onComplete(bodyBytes);
                return;
            }
            redirects++;
            if (redirects > MAX_REDIRECTS) {
                throw AnswerException.wrong("more than %d redirects".formatted(MAX_REDIRECTS));
            }
            if (closeAnnounced() || bodyUnsent()) {
                reconnect();
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
        protected boolean needsNewSocket() {
            return bodyUnsent() || (closeAnnounced() && socketRequests >= MIN_ANSWERS);
        }

        @Override
        protected boolean survivesClose() {
            return idle() && needsNewSocket();
        }

        @Override
        protected boolean reopensAtOnce() {
            return true;
        }

        @Override
        protected final Content content() {
            return searched == null || drawnRequest.content.isWithoutBody() ? drawnRequest.content : searched;
        }
    }
}
