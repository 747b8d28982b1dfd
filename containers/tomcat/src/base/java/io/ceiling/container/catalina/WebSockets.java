package io.ceiling.container.catalina;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.websocket.server.Constants;
import org.apache.tomcat.websocket.server.WsServerContainer;

/** The buffer knobs of Tomcat's WebSocket: two context parameters and a system property that is read once per JVM. */
final class WebSockets {

    private static final String TEXT = Constants.TEXT_BUFFER_SIZE_SERVLET_CONTEXT_INIT_PARAM;
    private static final String BINARY = Constants.BINARY_BUFFER_SIZE_SERVLET_CONTEXT_INIT_PARAM;
    private static final String FRAME = "org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE";

    private WebSockets() {}

    /** Must come before the first WebSocket class is loaded, which is when the web application starts. */
    static void setBuffers(StandardContext context, int bytes) {
        context.addParameter(TEXT, Integer.toString(bytes));
        context.addParameter(BINARY, Integer.toString(bytes));
        System.setProperty(FRAME, Integer.toString(bytes));
    }

    /** By Tomcat's own class, whose name is the same in all versions. */
    static WsServerContainer container(StandardContext context) {
        return (WsServerContainer) Objects.requireNonNull(
                context.getServletContext().getAttribute(Constants.SERVER_CONTAINER_SERVLET_CONTEXT_ATTRIBUTE));
    }

    /** What {@link #setBuffers} asks for. */
    static Map<String, Integer> buffersAsked(int bytes) {
        return Map.of(TEXT, bytes, BINARY, bytes, FRAME, bytes);
    }

    static Map<String, Integer> buffers(StandardContext context) {
        WsServerContainer container = container(context);
        Map<String, Integer> buffers = new TreeMap<>();
        buffers.put(TEXT, container.getDefaultMaxTextMessageBufferSize());
        buffers.put(BINARY, container.getDefaultMaxBinaryMessageBufferSize());
        buffers.put(FRAME, frameBuffer());
        return buffers;
    }

    private static int frameBuffer() {
        try {
            Field size = Class.forName("org.apache.tomcat.websocket.Constants").getDeclaredField("DEFAULT_BUFFER_SIZE");
            size.setAccessible(true);
            return size.getInt(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Tomcat does not tell its WebSocket frame buffer size", e);
        }
    }
}
