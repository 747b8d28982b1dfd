package io.ceiling.load.workload;

import io.ceiling.load.http.AnyContent;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.HttpWork;
import io.ceiling.load.http.KeepAliveConnection;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;

/**
 * Sends the same GET to the user's own application repeatedly. Any successful answer that is read to its end is
 * correct. A connection whose end the server announces, after a number of requests, is opened again at once.
 * {@link InFlight} sends the same on connections that may be replaced.
 */
class CustomGet extends HttpWork implements Work {

    private static final Content CONTENT = new AnyContent(false, "");

    CustomGet(LoadLoop loop, ServerAddress server, String path) {
        super(loop, RequestTemplate.get(server, path), false);
    }

    @Override
    public Connection newConnection(int place) {
        return new Client<>(this);
    }

    static class Client<W extends CustomGet> extends KeepAliveConnection<W> {

        /** Answers of a socket after which its end is followed: one that ends after each answer is never held. */
        private static final int MIN_ANSWERS = 2;

        /** Number of requests on this socket. */
        private int asked;

        Client(W work) {
            super(work);
        }

        @Override
        protected void putFirst(ByteBuffer out) {
            asked = 0;
            super.putFirst(out);
        }

        @Override
        protected void putNext(ByteBuffer out) {
            super.putNext(out);
            asked++;
        }

        /** Returns the number of requests on this socket, including one that is outstanding. */
        protected final int asked() {
            return asked;
        }

        @Override
        protected boolean followsEnd() {
            return ends() && asked >= MIN_ANSWERS;
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
            return CONTENT;
        }
    }
}
