package io.ceiling.load.workload;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;

/**
 * Keeps GETs to the user's own application outstanding. Any successful answer that is read to its end is correct.
 *
 * <p>Requests are counted, and connections are their means: one that the server closes between two requests, after its
 * idle time-out or its number of requests (Tomcat's maxKeepAliveRequests is 100), is opened again with the next request.
 * That close may cross a request on its way, which is then sent once more. A close that comes later is that of a server
 * that took the request and dropped it: a failure.
 */
final class InFlight extends CustomGet {

    InFlight(LoadLoop loop, ServerAddress server, String path) {
        super(loop, server, path);
    }

    @Override
    public Connection newConnection(int place) {
        return new Replaceable(this);
    }

    @Override
    public boolean settlesOnConnect() {
        return true;
    }

    private static final class Replaceable extends CustomGet.Client {

        /** Time after a request up to which a close may have been sent before the request came. */
        private static final long CROSSING_NANOS = 20_000_000;

        /** True if an answer has arrived on this socket before, so that the server may have closed it since. */
        private boolean kept;

        Replaceable(InFlight work) {
            super(work);
        }

        @Override
        protected void putFirst(ByteBuffer out) {
            super.putFirst(out);
            kept = false;
        }

        @Override
        protected void putNext(ByteBuffer out) {
            super.putNext(out);
            kept = true;
        }

        @Override
        protected boolean survivesEnd() {
            return idle() || (kept && !answerBegun() && waitedNanos() <= CROSSING_NANOS);
        }
    }
}
