package io.ceiling.load.workload;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Keeps requests to the user's own application outstanding.
 *
 * <p>Requests count, not connections: a connection that the server closes between two requests, after its idle time-out
 * or its number of requests (Tomcat's maxKeepAliveRequests is 100), is opened again with the next request. Such a close
 * may cross a request on its way. The request is then sent once more if the connection had a rest before it, or if the
 * close came after the same number of requests as an earlier one. Any other close is a failure: the server took the
 * request and dropped it.
 */
final class InFlight extends CustomRequests {

    // Number of requests after which an unannounced close first crossed a request; 0 if none did.
    private int crossedRequests;

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

    private static final class Replaceable extends CustomRequests.RequestClient<InFlight> {

        // Maximum time from a request to a close that the server may have sent before the request arrived.
        private static final long CROSSING_NANOS = 20_000_000;

        // Minimum time without a request after which a close may be an idle time-out.
        private static final long REST_NANOS = 100_000_000;

        // True if the connection had a rest before its last request.
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
        protected boolean needsNewSocket() {
            return closeAnnounced() || bodyUnsent();
        }

        @Override
        protected boolean reopensAtOnce() {
            return false;
        }

        @Override
        protected boolean survivesClose() {
            return idle() || (requestsOfSocket() > 1 && !isAnswerBegun() && isExcused());
        }

        private boolean isExcused() {
            boolean crossing = waitedNanos() <= CROSSING_NANOS;
            if (work.crossedRequests == 0 && crossing && !rested) {
                work.crossedRequests = requestsOfSocket();
            }
            return requestsOfSocket() == work.crossedRequests || (rested && crossing);
        }
    }
}
