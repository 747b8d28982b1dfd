package io.ceiling.container.tomcatbio;

import java.util.Map;
import java.util.TreeMap;
import org.apache.coyote.http11.Http11Protocol;

/** Maps one buffer size to the settings of the blocking connector; the list is in docs/settings.md. */
final class Buffers {

    // Minimum header size in bytes; a smaller one would refuse the request line and headers of an ordinary browser.
    private static final int MIN_HEADER = 2_048;
    // Minimum output buffer in bytes: Tomcat uses no buffer for 500 or less.
    private static final int MIN_OUTPUT = 512;

    private Buffers() {}

    static void set(Http11Protocol protocol, int bytes) {
        protocol.setMaxHttpHeaderSize(Math.max(bytes, MIN_HEADER));
        protocol.setSocketBuffer(Math.max(bytes, MIN_OUTPUT));
        protocol.setUpgradeAsyncWriteBufferSize(bytes);
    }

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
