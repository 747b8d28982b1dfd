package io.ceiling.load.http;

import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A request to one server that is sent again and again: everything in it but what changes from one to the next. */
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
     * Returns a request that asks for something.
     *
     * @param path behind the context path; what is put after {@link #putStart} goes on with it
     */
    public static RequestTemplate get(ServerAddress server, String path) {
        return new RequestTemplate(server, "GET", path);
    }

    /**
     * Returns a request that has a body.
     *
     * @param path behind the context path
     */
    public static RequestTemplate post(ServerAddress server, String path) {
        return new RequestTemplate(server, "POST", path);
    }

    /** Puts a request without anything more in it. */
    public void put(ByteBuffer out) {
        out.put(start).put(middle).put(END_OF_HEAD);
    }

    /** Puts a request with further header lines. */
    public void put(ByteBuffer out, byte[] headers) {
        out.put(start).put(middle).put(headers).put(END_OF_HEAD);
    }

    /** Puts the request line up to where a last parameter belongs. */
    public void putStart(ByteBuffer out) {
        out.put(start);
    }

    /** Puts the rest of the request line and the headers that every request has; the caller may put more of them. */
    public void putMiddle(ByteBuffer out) {
        out.put(middle);
    }

    public static void putEndOfHead(ByteBuffer out) {
        out.put(END_OF_HEAD);
    }
}
