package io.ceiling.container.tomcatbio;

import java.util.Map;
import java.util.TreeMap;
import org.apache.coyote.http11.Http11Protocol;

/** One buffer size mapped on the knobs of the blocking connector; docs/settings.md lists them. */
final class Buffers {

    /** A smaller one would refuse the request line and headers of an ordinary browser. */
    private static final int MIN_HEADER = 2_048;
    /** Tomcat takes 500 and less for no buffer at all. */
    private static final int MIN_OUTPUT = 512;

    private Buffers() {}

    static void set(Http11Protocol protocol, int bytes) {
        protocol.setMaxHttpHeaderSize(Math.max(bytes, MIN_HEADER));
        protocol.setSocketBuffer(Math.max(bytes, MIN_OUTPUT));
        protocol.setUpgradeAsyncWriteBufferSize(bytes);
    }

    /** The size that {@link #set} asks for. */
    static Map<String, Integer> asked(int bytes) {
        Map<String, Integer> asked = new TreeMap<>();
        asked.put("maxHttpHeaderSize", Math.max(bytes, MIN_HEADER));
        asked.put("socketBuffer", Math.max(bytes, MIN_OUTPUT));
        asked.put("upgradeAsyncWriteBufferSize", bytes);
        return asked;
    }

    static Map<String, Integer> running(Http11Protocol protocol) {
        Map<String, Integer> running = new TreeMap<>();
        running.put("maxHttpHeaderSize", protocol.getMaxHttpHeaderSize());
        running.put("socketBuffer", protocol.getSocketBuffer());
        running.put("upgradeAsyncWriteBufferSize", protocol.getUpgradeAsyncWriteBufferSize());
        return running;
    }
}
