package io.ceiling.load.channels;

import io.ceiling.load.http.Content;
import io.ceiling.load.http.KeepAliveConnection;
import java.nio.ByteBuffer;

/** A keep-alive connection that publishes messages by POST, one at a time. It does not count as a client. */
final class PostConnection extends KeepAliveConnection<PostPool> {

    // Round number of its exchanges, which belong to no round.
    private static final int NO_ROUND = 0;

    private final Posting posting;

    PostConnection(PostPool pool, Posting posting) {
        super(pool);
        this.posting = posting;
    }

    /**
     * Sends a message; returns false if nobody can send it now.
     *
     * @param now current time, from which the time-out of the answer counts; the intended time of the message may be
     *     earlier, and that wait must not fail the connection
     */
    boolean post(PublishText message, long now) {
        if (!posting.take(message)) {
            return false;
        }
        exchange(now, now, NO_ROUND);
        return true;
    }

    @Override
    protected void putRequest(ByteBuffer out) {
        posting.put(out);
    }

    @Override
    protected Content content() {
        return posting.answer();
    }

    @Override
    protected void keepCookies() {
        // A publisher has no cookies.
    }

    @Override
    protected void onConnected(long now, long connectNanos) {
        serveWithoutRequest(now);
        work.onConnected(this);
    }

    @Override
    protected void reportExchange(int roundNumber, long now, long responseNanos, long serviceNanos) {
        work.onAnswered(this);
    }

    @Override
    protected void reportUnanswered(int roundNumber, long responseNanos, long serviceNanos) {
        // A message of a publisher, not an exchange of a client.
    }

    @Override
    protected void reportClosed(boolean unanswered, int roundNumber) {
        work.onRemoved(this);
    }
}
