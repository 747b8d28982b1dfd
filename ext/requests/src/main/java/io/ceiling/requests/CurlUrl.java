package io.ceiling.requests;

import io.ceiling.load.http.Placeholders;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The URL of a curl command, as browsers copy it: some characters are not encoded that a URI must have encoded.
 *
 * @param server scheme, host and port
 * @param path path, encoded; begins with a slash
 * @param query query, encoded; empty if there is none
 */
record CurlUrl(URI server, String path, String query) {

    private static final String UNENCODED = "\"<>[]\\^`{|} ";
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * Parses a URL; without a scheme it is one of http.
     *
     * @throws IllegalArgumentException with one line if it is none of http or https
     */
    static CurlUrl of(String given) {
        String url = (given.contains("://") ? given : "http://" + given).replaceFirst("#.*", "");
        int path = url.replaceFirst("://", "   ").replace('?', '/').indexOf('/');
        int end = path < 0 ? url.length() : path;
        String[] rest = url.substring(end).split("\\?", 2);
        return new CurlUrl(
                server(url.substring(0, end), given),
                rest[0].isEmpty() ? "/" : encoded(rest[0]),
                rest.length == 1 ? "" : encoded(rest[1]));
    }

    private static URI server(String text, String given) {
        try {
            URI server = URI.create(text);
            if (server.getHost() != null && SCHEMES.contains(server.getScheme().toLowerCase(Locale.ROOT))) {
                return server;
            }
        } catch (IllegalArgumentException e) {
            // The message below says what is wrong.
        }
        throw new IllegalArgumentException(
                "the command must have a URL of http or https, was '%s'".formatted(given.split("\\?", 2)[0]));
    }

    // Encodes what a URI must have encoded, but for placeholders.
    private static String encoded(String text) {
        if (Placeholders.isIn(text)) {
            int begin = text.indexOf("{{");
            int end = text.indexOf("}}", begin) + 2;
            return encoded(text.substring(0, begin)) + text.substring(begin, end) + encoded(text.substring(end));
        }
        return text.codePoints()
                .mapToObj(Character::toString)
                .map(c -> c.charAt(0) > '~' || UNENCODED.contains(c) ? percents(c) : c)
                .collect(Collectors.joining());
    }

    private static String percents(String character) {
        return character.equals(" ") ? "%20" : URLEncoder.encode(character, StandardCharsets.UTF_8);
    }

    boolean isSecured() {
        return server.getScheme().equalsIgnoreCase("https");
    }

    boolean isHost(String header) {
        return header.equalsIgnoreCase(server.getRawAuthority()) || header.equalsIgnoreCase(server.getHost());
    }
}
