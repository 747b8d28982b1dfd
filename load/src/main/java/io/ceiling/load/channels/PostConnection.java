package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.KeepAliveConnection;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.loop.LoadLoop;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A keep-alive connection that publishes messages by POST, one at a time. It does not count as a client. */
final class PostConnection extends KeepAliveConnection {

    private static final byte[] TYPE_AND_LENGTH = Ascii.bytes("Content-Type: application/json\r\nContent-Length: ");
    private static final byte[] END_OF_LENGTH = Ascii.bytes("\r\n");
    /** Round number of its exchanges, which belong to no round. */
    private static final int NO_ROUND = 0;

    private final PostPool pool;
    private final PublishAnswer answer = new PublishAnswer();
    /** Message of the request that is being put. */
    private @Nullable PublishText text;

    PostConnection(LoadLoop loop, PostPool pool) {
        super(loop);
        this.pool = pool;
    }

    /**
     * Sends a message.
     *
     * @param now current time, from which the time-out of the answer counts; not the intended time of the message,
     *     because the connection must not fail for what the message waited before
     */
    void post(PublishText message, long now) {
        text = message;
        answer.expect(message.identifier());
        exchange(now, now, NO_ROUND);
    }

    @Override
    protected void putRequest(ByteBuffer out) {
        PublishText message = Objects.requireNonNull(text);
        pool.putRequestStart(out);
        out.put(TYPE_AND_LENGTH);
        Ascii.putDecimal(out, message.length());
        out.put(END_OF_LENGTH);
        RequestTemplate.putEndOfHead(out);
        out.put(message.bytes(), 0, message.length());
    }

    @Override
    protected ResponseHead head() {
        return pool.head();
    }

    @Override
    protected Content content() {
        return answer;
    }

    @Override
    protected void connected(long now, long connectNanos) {
        serveUnasked(now);
        pool.connected(this);
    }

    @Override
    protected void exchanged(int ofRound, long now, long responseNanos, long serviceNanos) {
        pool.answered(this);
    }

    @Override
    protected void unanswered(int ofRound, long responseNanos, long serviceNanos) {
        // A message of a publisher, not an exchange of a client.
    }

    @Override
    protected void removed(boolean unanswered, int ofRound) {
        pool.removed(this);
    }
}
