package io.ceiling.load.workload;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Keeps requests to the user's own application outstanding.
 *
 * <p>Requests are counted, and connections are their means: one that the server closes between two requests, after its
 * idle time-out or its number of requests (Tomcat's maxKeepAliveRequests is 100), is opened again with the next request.
 * That close may cross a request on its way, which is then sent once more: after a rest of the connection, or after the
 * same number of requests as before. Any other close is that of a server that took the request and dropped it: a failure.
 */
final class InFlight extends CustomRequests {

    /** Number of requests of a socket whose end crossed the last of them without an announcement; 0 if none did. */
    private int crossedAt;

    InFlight(LoadLoop loop, ServerAddress server, CustomPlan plan, SplittableRandom random) {
        super(loop, server, plan, random);
    }

    @Override
    public Connection newConnection(int place) {
        return new Replaceable(this);
    }

    @Override
    public boolean settlesOnConnect() {
        return true;
    }

    private static final class Replaceable extends CustomRequests.Client<InFlight> {

        /** Time after a request up to which a close may have been sent before the request came. */
        private static final long CROSSING_NANOS = 20_000_000;

        /** Time without a request from which on a close may be that of an idle time-out. */
        private static final long REST_NANOS = 100_000_000;

        /** True if the connection had a rest before its last request. */
        private boolean rested;

        Replaceable(InFlight work) {
            super(work);
        }

        @Override
        protected void putNext(ByteBuffer out) {
            rested = waitedNanos() >= REST_NANOS;
            super.putNext(out);
        }

        @Override
        protected boolean followsEnd() {
            return ends() || bodyUnsent();
        }

        @Override
        protected boolean reopensAtOnce() {
            return false;
        }

        @Override
        protected boolean survivesEnd() {
            return idle() || (requestsOfSocket() > 1 && !answerBegun() && isExcused());
        }

        private boolean isExcused() {
            boolean crossing = waitedNanos() <= CROSSING_NANOS;
            if (work.crossedAt == 0 && crossing && !rested) {
                work.crossedAt = requestsOfSocket();
            }
            return requestsOfSocket() == work.crossedAt || (rested && crossing);
        }
    }
}
