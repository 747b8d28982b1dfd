package io.ceiling.load.workload;

import io.ceiling.load.http.AnyContent;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.KeepAliveConnection;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;

/**
 * Keeps GETs to the user's own application outstanding. Any successful answer that is read to its end is correct.
 *
 * <p>Requests are counted, and connections are their means: one that the server closes between two requests, after its
 * idle time-out or its number of requests (Tomcat's maxKeepAliveRequests is 100), is opened again with the next request.
 */
final class InFlight implements Work {

    private static final Content CONTENT = new AnyContent(false, "");

    private final LoadLoop loop;
    private final RequestTemplate request;
    private final ResponseHead head = new ResponseHead();

    InFlight(LoadLoop loop, ServerAddress server, String path) {
        this.loop = loop;
        this.request = RequestTemplate.get(server, path);
    }

    @Override
    public Connection newConnection(int place) {
        return new Client(this);
    }

    @Override
    public boolean settlesOnConnect() {
        return true;
    }

    private static final class Client extends KeepAliveConnection {

        private final InFlight work;
        /** True if an answer has arrived on this socket before, so that the server may have closed it since. */
        private boolean kept;

        Client(InFlight work) {
            super(work.loop);
            this.work = work;
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
            return idle() || (kept && !answerBegun());
        }

        @Override
        protected void putRequest(ByteBuffer out) {
            work.request.put(out);
        }

        @Override
        protected ResponseHead head() {
            return work.head;
        }

        @Override
        protected Content content() {
            return CONTENT;
        }
    }
}
