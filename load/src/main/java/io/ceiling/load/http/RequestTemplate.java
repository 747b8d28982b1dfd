package io.ceiling.load.http;

import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The parts of an HTTP request that are the same for every request to one server. */
public final class RequestTemplate {

    private static final byte[] END_OF_HEAD = Ascii.bytes("\r\n");

    private final byte[] start;
    private final byte[] middle;

    private RequestTemplate(ServerAddress server, String method, String path) {
        Access access = server.access();
        String name = access == null ? server.host() : access.serverName();
        String host = name.contains(":") ? "[" + name + "]" : name;
        this.start = Ascii.bytes(method + " " + server.contextPath() + path);
        this.middle = (" HTTP/1.1\r\nHost: %s:%d\r\n".formatted(host, server.port())
                        + (access == null ? "" : access.headers()))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the template of a GET request.
     *
     * @param path path below the context path; bytes put after {@link #putStart} continue it
     */
    public static RequestTemplate get(ServerAddress server, String path) {
        return new RequestTemplate(server, "GET", path);
    }

    /**
     * Returns the template of a POST request.
     *
     * @param path path below the context path
     */
    public static RequestTemplate post(ServerAddress server, String path) {
        return new RequestTemplate(server, "POST", path);
    }

    /** Puts a complete request without further headers. */
    public void put(ByteBuffer out) {
        out.put(start).put(middle).put(END_OF_HEAD);
    }

    /**
     * Puts a complete request with further headers.
     *
     * @param headers header lines, each ended by CR LF
     */
    public void put(ByteBuffer out, byte[] headers) {
        out.put(start).put(middle).put(headers).put(END_OF_HEAD);
    }

    /** Puts the request line up to the end of the path, which the caller may continue. */
    public void putStart(ByteBuffer out) {
        out.put(start);
    }

    /** Puts the rest of the request line and the headers that every request has; the caller may add more headers. */
    public void putMiddle(ByteBuffer out) {
        out.put(middle);
    }

    public static void putEndOfHead(ByteBuffer out) {
        out.put(END_OF_HEAD);
    }
}
