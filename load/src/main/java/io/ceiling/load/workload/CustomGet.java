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
 * Sends the same GET to the user's own application repeatedly. Any successful answer that is read to its end is
 * correct. {@link InFlight} sends the same on connections that may be replaced.
 */
class CustomGet implements Work {

    private static final Content CONTENT = new AnyContent(false, "");

    private final LoadLoop loop;
    private final RequestTemplate request;
    private final ResponseHead head = new ResponseHead();

    CustomGet(LoadLoop loop, ServerAddress server, String path) {
        this.loop = loop;
        this.request = RequestTemplate.get(server, path);
    }

    @Override
    public Connection newConnection(int place) {
        return new Client(this);
    }

    static class Client extends KeepAliveConnection {

        private final CustomGet work;

        Client(CustomGet work) {
            super(work.loop);
            this.work = work;
        }

        @Override
        protected final void putRequest(ByteBuffer out) {
            work.request.put(out, RequestTemplate.NO_HEADERS, kept());
        }

        @Override
        protected final RequestTemplate request() {
            return work.request;
        }

        @Override
        protected final ResponseHead head() {
            return work.head;
        }

        @Override
        protected final Content content() {
            return CONTENT;
        }
    }
}
