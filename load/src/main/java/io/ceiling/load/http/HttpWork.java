package io.ceiling.load.http;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import java.nio.ByteBuffer;

/**
 * What the HTTP connections of one event loop share: the request, and the head that their answers are read into.
 * Confined to the thread of its event loop.
 */
public abstract class HttpWork {

    protected final LoadLoop loop;
    protected final RequestTemplate request;
    protected final ResponseHead head;

    /** @param readsContentType true if the Content-Type of answers is read */
    protected HttpWork(LoadLoop loop, RequestTemplate request, boolean readsContentType) {
        this.loop = loop;
        this.request = request;
        this.head = new ResponseHead(readsContentType);
    }

    /** Puts the request of a client with further headers, each ended by CR LF. */
    protected final void put(ByteBuffer out, Connection client, byte[] headers) {
        request.put(out, headers, client.kept());
    }

    /** Has the client keep the cookies that the head sets. */
    protected final void keepCookies(Connection client) {
        if (head.setsCookies()) {
            client.keep(request.cookies(head, client.kept()));
        }
    }
}
