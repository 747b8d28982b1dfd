package io.ceiling.load.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request to the user's own application.
 *
 * @param method method, such as POST
 * @param path path below the context path, with its query; begins with a slash
 * @param headers header lines of this request, each ended by CR LF; they replace those of the same name that every
 *     request has
 * @param body body, one character for each byte (ISO 8859-1); empty for none
 * @param weight share of a request among those of a mix, >= 1
 */
public record HttpRequest(String method, String path, String headers, String body, int weight) {

    /**
     * Maximum length of a request with placeholders, and of the headers of any request: an event loop puts them at
     * once.
     */
    public static final int MAX_PUT_BYTES = 8 << 10;

    static final int MAX_PLACEHOLDERS = 8;

    public HttpRequest {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path must begin with a slash, was '%s'".formatted(path));
        }
        if (!headers.isEmpty() && !headers.endsWith("\r\n")) {
            throw new IllegalArgumentException("header lines must end with CR LF");
        }
        long placeholders = Placeholders.count(path) + Placeholders.count(headers) + Placeholders.count(body);
        int bytes = path.length() + headers.length() + (Placeholders.isIn(body) ? body.length() : 0);
        if (placeholders > MAX_PLACEHOLDERS || (placeholders > 0 && bytes > MAX_PUT_BYTES)) {
            throw new IllegalArgumentException(
                    "a request with placeholders must have at most %d of them and 8 KiB, had %d and %d bytes"
                            .formatted(MAX_PLACEHOLDERS, placeholders, bytes));
        }
        if (headers.length() > MAX_PUT_BYTES) {
            throw new IllegalArgumentException(
                    "headers must be at most 8 KiB, were %d bytes".formatted(headers.length()));
        }
        if (weight < 1) {
            throw new IllegalArgumentException("weight must be >= 1, was %d".formatted(weight));
        }
    }

    /** Returns a GET without headers of its own. */
    public static HttpRequest get(String path) {
        return new HttpRequest("GET", path, "", "", 1);
    }

    /** Returns the common header lines that this request does not replace, and then its own. */
    public List<String> mergedHeaders(List<String> commonHeaders) {
        Set<String> own = headers.lines().map(HttpRequest::name).collect(Collectors.toSet());
        return Stream.concat(commonHeaders.stream().filter(line -> !own.contains(name(line))), headers.lines())
                .toList();
    }

    public static boolean hasHeader(List<String> lines, String name) {
        return lines.stream().anyMatch(line -> name(line).equals(name.toLowerCase(Locale.ROOT)));
    }

    private static String name(String line) {
        return line.substring(0, Math.max(0, line.indexOf(':'))).toLowerCase(Locale.ROOT);
    }

    /** Returns the same request with the common header lines that it does not replace. */
    public HttpRequest withHeaders(List<String> commonHeaders) {
        String lines =
                mergedHeaders(commonHeaders).stream().map(line -> line + "\r\n").collect(Collectors.joining());
        return new HttpRequest(method, path, lines, body, weight);
    }

    public HttpRequest withPath(String otherPath) {
        return new HttpRequest(method, otherPath, headers, body, weight);
    }

    /** Returns true if parts of this request change each time. */
    public boolean hasPlaceholders() {
        return Placeholders.isIn(path) || Placeholders.isIn(headers) || Placeholders.isIn(body);
    }

    public byte[] bodyBytes() {
        return body.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns a text without the query, the values of headers and the body, which may be secrets. */
    @Override
    public String toString() {
        return "HttpRequest[%s %s, %d bytes of headers, %d of body, weight %d]"
                .formatted(method, path.split("\\?", 2)[0], headers.length(), body.length(), weight);
    }
}
