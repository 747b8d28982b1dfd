package io.ceiling.container.tomcat;

import java.util.Map;
import java.util.TreeMap;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint;

/** Maps one buffer size to Tomcat's settings; the list is in docs/settings.md. */
final class Buffers {

    // Minimum header size in bytes; a smaller one would refuse the request line and headers of an ordinary browser.
    private static final int MIN_HEADER = 2_048;

    private Buffers() {}

    static void set(AbstractHttp11Protocol<?> protocol, AbstractEndpoint<?, ?> endpoint, int bytes) {
        endpoint.getSocketProperties().setAppReadBufSize(bytes);
        endpoint.getSocketProperties().setAppWriteBufSize(bytes);
        protocol.setMaxHttpRequestHeaderSize(header(bytes));
        protocol.setMaxHttpResponseHeaderSize(header(bytes));
    }

    static Map<String, Integer> asked(int bytes) {
        Map<String, Integer> asked = new TreeMap<>();
        asked.put("socket.appReadBufSize", bytes);
        asked.put("socket.appWriteBufSize", bytes);
        asked.put("maxHttpRequestHeaderSize", header(bytes));
        asked.put("maxHttpResponseHeaderSize", header(bytes));
        return asked;
    }

    static Map<String, Integer> running(AbstractHttp11Protocol<?> protocol, AbstractEndpoint<?, ?> endpoint) {
        Map<String, Integer> running = new TreeMap<>();
        running.put("socket.appReadBufSize", endpoint.getSocketProperties().getAppReadBufSize());
        running.put("socket.appWriteBufSize", endpoint.getSocketProperties().getAppWriteBufSize());
        running.put("maxHttpRequestHeaderSize", protocol.getMaxHttpRequestHeaderSize());
        running.put("maxHttpResponseHeaderSize", protocol.getMaxHttpResponseHeaderSize());
        return running;
    }

    private static int header(int bytes) {
        return Math.max(bytes, MIN_HEADER);
    }
}
