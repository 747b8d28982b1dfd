package io.ceiling.load.http;

import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of an HTTP request that are the same for every request to one server. */
public final class RequestTemplate {

    public static final byte[] NO_HEADERS = {};

    private static final byte[] END_OF_HEAD = Ascii.bytes("\r\n");
    private static final String LINE_END = "\r\n";
    private static final String COOKIE = "cookie:";
    private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private static final byte[] NO_BODY = {};

    // Maximum length of a body that is sent without Expect: 100-continue, in bytes; as with curl.
    private static final int MAX_BODY_WITHOUT_EXPECT = 1 << 20;

    private final ServerAddress server;
    private final HttpRequest request;
    // Name of the server as in a URL.
    private final String host;

    private final byte[] start;
    private final byte[] middle;
    // Like middle, but ends within the header Cookie, after the cookies that the user gives.
    private final byte[] middleWithCookies;
    // Path without its query.
    private final String path;
    // Names of cookies that the user gives.
    private final Set<String> userCookies;
    // Bytes of the body, which all connections of an event loop share.
    private final byte[] body;
    // The parts of a request with placeholders; null if it has none.
    private final @Nullable FilledParts filledParts;

    private RequestTemplate(ServerAddress server, String method, String path) {
        this(server, server.contextPath(), new HttpRequest(method, path, "", "", 1), "", null);
    }

    private RequestTemplate(
            ServerAddress server,
            String contextPath,
            HttpRequest request,
            String bodyHeaders,
            FilledParts.@Nullable Body placeholders) {
        this.server = server;
        this.request = request;
        Access access = server.access();
        String name = access == null ? server.host() : access.serverName();
        this.host = name.contains(":") ? "[" + name + "]" : name;
        String fullPath = contextPath + request.path();
        this.body = request.body().isEmpty() || placeholders != null ? NO_BODY : request.bodyBytes();
        this.start = Ascii.bytes(request.method() + " " + fullPath);
        this.path = fullPath.split("\\?", 2)[0];
        List<String> commonHeaders =
                access == null ? List.of() : access.headers().lines().toList();
        String headers = request.mergedHeaders(commonHeaders).stream()
                        .map(line -> line + LINE_END)
                        .collect(Collectors.joining())
                + bodyHeaders;
        String first = " HTTP/1.1\r\nHost: %s:%d\r\n".formatted(host, server.port());
        this.middle = (first + headers).getBytes(StandardCharsets.ISO_8859_1);
        // One header has all cookies: some servers read only the first.
        String otherHeaders = headers.lines()
                .filter(line -> !hasCookies(line))
                .map(line -> line + LINE_END)
                .collect(Collectors.joining());
        String userCookieText = headers.lines()
                .filter(RequestTemplate::hasCookies)
                .map(line -> line.substring(COOKIE.length()).strip() + "; ")
                .collect(Collectors.joining());
        this.userCookies = Set.copyOf(Cookies.parse(userCookieText).keySet());
        this.middleWithCookies =
                (first + otherHeaders + "Cookie: " + userCookieText).getBytes(StandardCharsets.ISO_8859_1);
        this.filledParts = placeholders == null ? null : placeholders.with(start, middle, middleWithCookies);
    }

    /**
     * Returns the request that follows a redirect, with the headers of this one. It keeps method and body only if the
     * redirect says so; HEAD stays HEAD.
     *
     * @throws AnswerException if it leads nowhere or to another server, or would have to repeat placeholders
     */
    public RequestTemplate redirected(ResponseHead answer) throws AnswerException {
        if (answer.location().isEmpty()) {
            throw AnswerException.wrong("a redirect without a location");
        }
        if (filledParts != null && answer.keepsMethod()) {
            throw AnswerException.wrong("a redirect that repeats a request with placeholders");
        }
        String fullPath = RedirectPath.of(answer.location(), path, host, server.port());
        boolean plain = filledParts == null;
        String headers = request.headers()
                .lines()
                .filter(line ->
                        answer.keepsMethod() || !line.toLowerCase(Locale.ROOT).startsWith("content-"))
                .filter(line -> plain || !Placeholders.isIn(line))
                .map(line -> line + LINE_END)
                .collect(Collectors.joining());
        boolean isHead = request.method().equals("HEAD");
        return of(
                server,
                "",
                answer.keepsMethod()
                        ? new HttpRequest(request.method(), fullPath, headers, request.body(), 1)
                        : new HttpRequest(isHead ? "HEAD" : "GET", fullPath, headers, "", 1));
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
     * Returns the template of a POST request, whose length the caller adds.
     *
     * @param path path below the context path
     */
    public static RequestTemplate post(ServerAddress server, String path) {
        return new RequestTemplate(server, "POST", path);
    }

    /** Returns the template of a request to the user's own application without placeholders. */
    public static RequestTemplate of(ServerAddress server, HttpRequest request) {
        return of(server, server.contextPath(), request);
    }

    /**
     * Returns the template of a request to the user's own application.
     *
     * @param files lines of the files that placeholders name
     * @param values values of the event loop
     */
    public static RequestTemplate of(
            ServerAddress server, HttpRequest request, Map<String, String> files, PlaceholderValues values) {
        if (!request.hasPlaceholders()) {
            return of(server, request);
        }
        return new RequestTemplate(
                server,
                server.contextPath(),
                request,
                "",
                new FilledParts.Body(request.body(), hasLength(request), files, values));
    }

    private static boolean hasLength(HttpRequest request) {
        return !request.body().isEmpty() || METHODS_WITH_BODY.contains(request.method());
    }

    private static RequestTemplate of(ServerAddress server, String contextPath, HttpRequest request) {
        int length = request.body().length();
        return new RequestTemplate(
                server,
                contextPath,
                request,
                (hasLength(request) ? "Content-Length: " + length + LINE_END : "")
                        + (length > MAX_BODY_WITHOUT_EXPECT ? "Expect: 100-continue" + LINE_END : ""),
                null);
    }

    /**
     * Puts a complete request with further headers.
     *
     * @param headers header lines, each ended by CR LF
     * @param cookies cookies of the client; null for none
     */
    public void put(ByteBuffer out, byte[] headers, byte @Nullable [] cookies) {
        put(out, headers, cookies, 0);
    }

    /**
     * Puts a complete request with further headers.
     *
     * @param connection number of the connection, for placeholders
     */
    void put(ByteBuffer out, byte[] headers, byte @Nullable [] cookies, long connection) {
        if (filledParts != null) {
            filledParts.put(out, headers, cookies, connection);
            return;
        }
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
        return Cookies.update(kept, answer.takeSetCookies(), path, userCookies, Instant.now());
    }

    /** Returns host and port of the server. */
    String server() {
        return host + ":" + server.port();
    }

    /** Returns the length of the body in bytes. */
    public int bodyBytes() {
        return body.length;
    }

    /** Returns true if the body waits for 100 Continue, for at most a second. */
    boolean expectsContinue() {
        return body.length > MAX_BODY_WITHOUT_EXPECT;
    }

    /** Puts the next bytes of the body, as many as the buffer has room for, and returns their number. */
    int putBody(ByteBuffer out, int from) {
        int bytes = Math.min(out.remaining(), body.length - from);
        out.put(body, from, bytes);
        return bytes;
    }

    public static void putEndOfHead(ByteBuffer out) {
        out.put(END_OF_HEAD);
    }
}
