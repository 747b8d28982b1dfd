package io.ceiling.load.http;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;

/**
 * The request, and the head for the answers to it, that the HTTP connections of one event loop share.
 * Confined to the thread of its event loop.
 */
public abstract class HttpWork {

    protected final LoadLoop loop;
    protected final RequestTemplate request;
    protected final ResponseHead head;

    /** @param readsBodyHeaders true if headers that describe bodies are read */
    protected HttpWork(LoadLoop loop, RequestTemplate request, boolean readsBodyHeaders) {
        this.loop = loop;
        this.request = request;
        this.head = new ResponseHead(readsBodyHeaders);
    }

    protected boolean sendsBodies() {
        return request.bodyBytes() > 0;
    }

    /** Stores the cookies that the answer to a request sets. */
    protected final void keepCookies(Connection client, RequestTemplate answeredRequest) {
        if (head.setsCookies()) {
            client.setClientState(answeredRequest.cookies(head, client.clientState()));
        }
    }
}
