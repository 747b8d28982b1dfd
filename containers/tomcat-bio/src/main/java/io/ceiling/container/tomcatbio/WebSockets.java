package io.ceiling.container.tomcatbio;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import javax.servlet.ServletContext;
import javax.websocket.server.ServerContainer;
import org.apache.catalina.core.StandardContext;

/** The buffer knobs of Tomcat's WebSocket: two context parameters and a system property that is read once per JVM. */
final class WebSockets {

    static final String TEXT = "org.apache.tomcat.websocket.textBufferSize";
    static final String BINARY = "org.apache.tomcat.websocket.binaryBufferSize";
    static final String FRAME = "org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE";

    private WebSockets() {}

    /** Must come before the first WebSocket class is loaded, which is when the web application starts. */
    static void setBuffers(StandardContext context, int bytes) {
        context.addParameter(TEXT, Integer.toString(bytes));
        context.addParameter(BINARY, Integer.toString(bytes));
        System.setProperty(FRAME, Integer.toString(bytes));
    }

    static ServerContainer container(ServletContext context) {
        return (ServerContainer) context.getAttribute(ServerContainer.class.getName());
    }

    static Map<String, Integer> buffers(ServletContext context) {
        ServerContainer container = container(context);
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
