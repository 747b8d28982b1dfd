package io.ceiling.load.http;

import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of an HTTP request that are the same for every request to one server. */
public final class RequestTemplate {

    public static final byte[] NO_HEADERS = {};

    private static final byte[] END_OF_HEAD = Ascii.bytes("\r\n");
    private static final String LINE_END = "\r\n";
    private static final String COOKIE = "cookie:";

    private final byte[] start;
    private final byte[] middle;
    /** Like {@link #middle}, but ends within the header Cookie, after the cookies that the user gives. */
    private final byte[] middleWithCookies;
    /** Path without its query. */
    private final String path;
    /** Names of cookies that the user gives. */
    private final Set<String> given;

    private RequestTemplate(ServerAddress server, String method, String path) {
        Access access = server.access();
        String name = access == null ? server.host() : access.serverName();
        String host = name.contains(":") ? "[" + name + "]" : name;
        String whole = server.contextPath() + path;
        this.start = Ascii.bytes(method + " " + whole);
        this.path = whole.split("\\?", 2)[0];
        String headers = access == null ? "" : access.headers();
        String first = " HTTP/1.1\r\nHost: %s:%d\r\n".formatted(host, server.port());
        this.middle = (first + headers).getBytes(StandardCharsets.ISO_8859_1);
        // One header has them all: some servers read the first alone.
        String others = headers.lines()
                .filter(line -> !hasCookies(line))
                .map(line -> line + LINE_END)
                .collect(Collectors.joining());
        String own = headers.lines()
                .filter(RequestTemplate::hasCookies)
                .map(line -> line.substring(COOKIE.length()).strip() + "; ")
                .collect(Collectors.joining());
        this.given = Set.copyOf(Cookies.parse(own).keySet());
        this.middleWithCookies = (first + others + "Cookie: " + own).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean hasCookies(String headerLine) {
        return headerLine.toLowerCase(Locale.ROOT).startsWith(COOKIE);
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

    /**
     * Puts a complete request with further headers.
     *
     * @param headers header lines, each ended by CR LF
     * @param cookies cookies of the client; null for none
     */
    public void put(ByteBuffer out, byte[] headers, byte @Nullable [] cookies) {
        out.put(start);
        putMiddle(out, cookies);
        out.put(headers).put(END_OF_HEAD);
    }

    /** Puts the request line up to the end of the path, which the caller may continue. */
    public void putStart(ByteBuffer out) {
        out.put(start);
    }

    /** Puts the rest of the request line and the headers that every request has; the caller may add more headers. */
    public void putMiddle(ByteBuffer out) {
        out.put(middle);
    }

    /**
     * Puts the same with the cookies of the client.
     *
     * @param cookies null for none
     */
    public void putMiddle(ByteBuffer out, byte @Nullable [] cookies) {
        if (cookies == null) {
            putMiddle(out);
        } else {
            out.put(middleWithCookies).put(cookies).put(END_OF_HEAD);
        }
    }

    /**
     * Returns the cookies that a client has after an answer, which sets some.
     *
     * @param kept cookies of the client before; null for none
     */
    public byte[] cookies(ResponseHead answer, byte @Nullable [] kept) {
        return Cookies.after(kept, answer.takeSetCookies(), path, given, Instant.now());
    }

    public static void putEndOfHead(ByteBuffer out) {
        out.put(END_OF_HEAD);
    }
}
