package io.ceiling.load.http;

import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Status line and headers of a response of HTTP/1.1 or HTTP/1.0, as far as the agent uses them.
 *
 * <p>One per event loop, overwritten by each response. Not thread-safe.
 */
public final class ResponseHead {

    static final int NO_LENGTH = -1;

    private static final int CONTINUE = 100;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private static final byte[] CONTENT_LENGTH = Ascii.bytes("content-length");
    private static final byte[] TRANSFER_ENCODING = Ascii.bytes("transfer-encoding");
    private static final byte[] SET_COOKIE = Ascii.bytes("set-cookie");
    private static final String CHUNKED = "chunked";
    private static final byte[] CONNECTION = Ascii.bytes("connection");
    // Headers that name the server that refused, and its time to wait.
    private static final List<String> REFUSAL_HEADERS = List.of("Retry-After", "Server", "Via");

    private static final List<byte[]> REFUSAL_HEADER_NAMES = REFUSAL_HEADERS.stream()
            .map(name -> Ascii.bytes(name.toLowerCase(Locale.ROOT)))
            .toList();

    private static final byte[] CONTENT_TYPE = Ascii.bytes("content-type");
    private static final byte[] CONTENT_ENCODING = Ascii.bytes("content-encoding");
    private static final byte[] LOCATION = Ascii.bytes("location");
    private static final byte[] WEBSOCKET_ACCEPT = Ascii.bytes("sec-websocket-accept");
    private static final byte[] WEBSOCKET_EXTENSIONS = Ascii.bytes("sec-websocket-extensions");
    // Maximum number of bytes of a line that an error message quotes.
    private static final int MAX_EXCERPT = 200;
    // Maximum number of bytes of such a header.
    private static final int MAX_SENDER = 80;

    private static final int STATUS_LINE_MIN = "HTTP/1.1 200".length();

    private int status;
    private int contentLength;
    private boolean chunked;
    private String webSocketAccept = "";
    private String webSocketExtensions = "";
    private String contentType = "";
    private String contentEncoding = "";
    private String location = "";
    // True if the server has asked for the body of a request before this head.
    private boolean continueReceived;
    // Values of Set-Cookie, in order. Immutable.
    private List<String> setCookies = List.of();

    private String connection = "";
    private boolean isHttp10;
    // True if headers that describe the body are read; they cost strings for every response, and most workloads do not
    // need them.
    private final boolean readsBodyHeaders;

    public ResponseHead() {
        this(false);
    }

    /** @param readsBodyHeaders true if Content-Type, Content-Encoding and Location are read */
    public ResponseHead(boolean readsBodyHeaders) {
        this.readsBodyHeaders = readsBodyHeaders;
    }

    /**
     * Reads the head if it is complete, and returns true; otherwise returns false and leaves the rest in the input.
     * Skips informational heads before it (1xx, such as 103 Early Hints).
     *
     * @param expected statuses that are right
     * @throws AnswerException if the status or a header is not as expected
     */
    public boolean read(Input in, Statuses expected) throws AnswerException {
        continueReceived = false;
        while (readOne(in, expected)) {
            if (!isInformation()) {
                return true;
            }
            continueReceived |= status == CONTINUE;
        }
        return false;
    }

    private boolean isInformation() {
        return status / 100 == 1 && status != SWITCHING_PROTOCOLS;
    }

    private boolean readOne(Input in, Statuses expected) throws AnswerException {
        contentLength = NO_LENGTH;
        chunked = false;
        webSocketAccept = "";
        webSocketExtensions = "";
        contentType = "";
        contentEncoding = "";
        location = "";
        setCookies = List.of();
        connection = "";
        byte[] bytes = in.bytes;
        int lineStart = in.position;
        for (int i = in.position; i < in.limit; i++) {
            if (bytes[i] != '\n') {
                continue;
            }
            int lineEnd = i > lineStart && bytes[i - 1] == '\r' ? i - 1 : i;
            if (lineStart == in.position) {
                readStatus(bytes, lineStart, lineEnd, in.limit, expected);
            } else if (lineEnd == lineStart) {
                in.position = i + 1;
                return true;
            } else {
                readHeader(bytes, lineStart, lineEnd);
            }
            lineStart = i + 1;
        }
        return false;
    }

    private void readStatus(byte[] bytes, int start, int end, int limit, Statuses expected) throws AnswerException {
        if (end - start < STATUS_LINE_MIN
                || bytes[start] != 'H'
                || bytes[start + 5] != '1'
                || (bytes[start + 7] != '1' && bytes[start + 7] != '0')
                || bytes[start + 8] != ' '
                || !isDigit(bytes[start + 9])
                || !isDigit(bytes[start + 10])
                || !isDigit(bytes[start + 11])
                || (end > start + STATUS_LINE_MIN && bytes[start + STATUS_LINE_MIN] != ' ')) {
            throw AnswerException.wrong("not an HTTP/1.1 status line: " + excerpt(bytes, start, end));
        }
        status = (bytes[start + 9] - '0') * 100 + (bytes[start + 10] - '0') * 10 + bytes[start + 11] - '0';
        if (isInformation()) {
            return;
        }
        if (!expected.has(status)) {
            throw new AnswerException(
                    FailureCause.UNEXPECTED_STATUS,
                    "expected status %s, got: %s%s"
                            .formatted(expected, withoutQuery(excerpt(bytes, start, end)), sender(bytes, end, limit)));
        }
        isHttp10 = bytes[start + 7] == '0';
    }

    private static String sender(byte[] bytes, int from, int limit) {
        StringBuilder found = new StringBuilder();
        int lineStart = from;
        for (int i = from; i < limit && (lineStart == from || !isEmptyLine(bytes, lineStart)); i++) {
            if (bytes[i] == '\n') {
                for (int n = 0; n < REFUSAL_HEADERS.size(); n++) {
                    byte[] name = REFUSAL_HEADER_NAMES.get(n);
                    if (isHeader(bytes, lineStart, i, name)) {
                        int end = Math.min(bytes[i - 1] == '\r' ? i - 1 : i, lineStart + MAX_SENDER);
                        found.append(", ")
                                .append(REFUSAL_HEADERS.get(n))
                                .append(": ")
                                .append(text(bytes, lineStart + name.length + 1, end));
                    }
                }
                lineStart = i + 1;
            }
        }
        return found.toString();
    }

    private static boolean isEmptyLine(byte[] bytes, int start) {
        return bytes[start] == '\r' || bytes[start] == '\n';
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private void readHeader(byte[] bytes, int start, int end) throws AnswerException {
        // The position of the colon rules out most other headers without comparing names.
        if (isHeader(bytes, start, end, CONTENT_LENGTH)) {
            contentLength = number(bytes, start + CONTENT_LENGTH.length + 1, end);
        } else if (isHeader(bytes, start, end, TRANSFER_ENCODING)) {
            String value = text(bytes, start + TRANSFER_ENCODING.length + 1, end);
            chunked = endsWithChunks(value.toLowerCase(Locale.ROOT));
        } else if (isHeader(bytes, start, end, CONNECTION)) {
            connection = text(bytes, start + CONNECTION.length + 1, end).toLowerCase(Locale.ROOT);
        } else if (isHeader(bytes, start, end, WEBSOCKET_ACCEPT)) {
            webSocketAccept = text(bytes, start + WEBSOCKET_ACCEPT.length + 1, end);
        } else if (isHeader(bytes, start, end, WEBSOCKET_EXTENSIONS)) {
            String value = text(bytes, start + WEBSOCKET_EXTENSIONS.length + 1, end);
            // Several lines are the same as one with commas (RFC 6455, section 9.1).
            webSocketExtensions = webSocketExtensions.isEmpty() ? value : webSocketExtensions + ", " + value;
        } else if (isHeader(bytes, start, end, SET_COOKIE)) {
            int from = start + SET_COOKIE.length + 1;
            String value = new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
            setCookies = Stream.concat(setCookies.stream(), Stream.of(value)).toList();
        } else if (readsBodyHeaders && isHeader(bytes, start, end, CONTENT_TYPE)) {
            contentType = text(bytes, start + CONTENT_TYPE.length + 1, end);
        } else if (readsBodyHeaders && isHeader(bytes, start, end, CONTENT_ENCODING)) {
            contentEncoding = text(bytes, start + CONTENT_ENCODING.length + 1, end);
        } else if (readsBodyHeaders && isHeader(bytes, start, end, LOCATION)) {
            location = text(bytes, start + LOCATION.length + 1, end);
        }
    }

    private static boolean endsWithChunks(String codings) {
        int last = codings.length() - CHUNKED.length();
        return codings.endsWith(CHUNKED)
                && (last == 0 || codings.charAt(last - 1) == ',' || isBlank((byte) codings.charAt(last - 1)));
    }

    private static boolean isHeader(byte[] bytes, int start, int end, byte[] name) {
        if (end - start <= name.length || bytes[start + name.length] != ':') {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            // Header names are letters and '-'; this bit makes letters lower case and leaves '-' unchanged.
            if ((bytes[start + i] | 0x20) != name[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] bytes, int start, int end) throws AnswerException {
        int first = start;
        int last = end;
        while (first < last && isBlank(bytes[first])) {
            first++;
        }
        while (first < last && isBlank(bytes[last - 1])) {
            last--;
        }
        long number = 0;
        for (int i = first; i < last; i++) {
            int digit = bytes[i] - '0';
            number = number * 10 + digit;
            if (digit < 0 || digit > 9 || number > Integer.MAX_VALUE) {
                throw AnswerException.wrong("Content-Length is not a number that fits: " + excerpt(bytes, start, end));
            }
        }
        if (first == last) {
            throw AnswerException.wrong("Content-Length is empty");
        }
        return (int) number;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    // Returns a value without blanks around it; it may be shown, so anything but printable ASCII is a question mark.
    private static String text(byte[] bytes, int start, int end) {
        int first = start;
        int last = end;
        while (first < last && isBlank(bytes[first])) {
            first++;
        }
        while (first < last && isBlank(bytes[last - 1])) {
            last--;
        }
        return Ascii.text(bytes, first, last);
    }

    // Returns a status line up to a query: some servers repeat the request in the reason.
    private static String withoutQuery(String line) {
        int query = line.indexOf('?');
        return query < 0 ? line : line.substring(0, query) + "?...";
    }

    private static String excerpt(byte[] bytes, int start, int end) {
        return text(bytes, start, Math.min(end, start + MAX_EXCERPT));
    }

    /** Returns true if the answer sets cookies that nobody has taken. */
    public boolean setsCookies() {
        return !setCookies.isEmpty();
    }

    /** Returns the values of Set-Cookie, in order, and clears them, since connections share this head. */
    List<String> takeSetCookies() {
        List<String> taken = setCookies;
        setCookies = List.of();
        return taken;
    }

    int status() {
        return status;
    }

    /** Returns true if the last {@link #read} found 100 Continue. */
    boolean continueReceived() {
        return continueReceived;
    }

    /** Returns true if the response is a redirect with a location. */
    boolean redirects() {
        return isRedirect() && !location.isEmpty();
    }

    public boolean isRedirect() {
        return isRedirect(status);
    }

    static boolean isRedirect(int status) {
        return REDIRECTS.contains(status);
    }

    /** Returns where a redirect leads; empty if the header was absent or is not read. */
    String location() {
        return location;
    }

    /** Returns true if the method and the body of a request are kept by a redirect. */
    boolean keepsMethod() {
        return status == 307 || status == 308;
    }

    /** Returns the Content-Encoding; empty if the header was absent or is not read. */
    String contentEncoding() {
        return contentEncoding;
    }

    /** Returns the Content-Type; empty if the header was absent or is not read. */
    String contentType() {
        return contentType;
    }

    /** Returns the Content-Length in bytes; {@link #NO_LENGTH} if the header was absent. */
    int contentLength() {
        return contentLength;
    }

    /** Returns true if the server closes the connection after this response: it says so, or speaks HTTP/1.0. */
    public boolean closesConnection() {
        return isHttp10 ? !connection.contains("keep-alive") : connection.contains("close");
    }

    boolean chunked() {
        return chunked;
    }

    /** Returns the Sec-WebSocket-Extensions; empty if the header was absent. */
    public String webSocketExtensions() {
        return webSocketExtensions;
    }

    /** Returns the Sec-WebSocket-Accept; empty if the header was absent. */
    public String webSocketAccept() {
        return webSocketAccept;
    }
}
