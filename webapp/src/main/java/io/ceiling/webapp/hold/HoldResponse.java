package io.ceiling.webapp.hold;

import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes the two parts of a held answer. */
final class HoldResponse {

    private static final byte[] HELD = "held\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RELEASED = "released\n".getBytes(StandardCharsets.US_ASCII);
    // Names the setting, to distinguish this end from a server that closes connections.
    private static final byte[] TIMED_OUT = "ended by ceiling.hold.seconds\n".getBytes(StandardCharsets.US_ASCII);

    private HoldResponse() {}

    /** Sends the first part at once, which proves that the connection is served. */
    static void begin(ServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        response.getOutputStream().write(HELD);
        response.flushBuffer();
    }

    static void end(ServletResponse response, Holds.HoldEnd how) throws IOException {
        response.getOutputStream().write(how == Holds.HoldEnd.RELEASED ? RELEASED : TIMED_OUT);
    }
}
