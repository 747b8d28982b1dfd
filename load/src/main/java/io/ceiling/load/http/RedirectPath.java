package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The path on the same server to which a Location leads (RFC 3986, section 5.2; java.net.URI follows an older one). */
final class RedirectPath {

    private static final Pattern ABSOLUTE =
            Pattern.compile("(?i)(?:(https?):)?//([^/:?]+|\\[[^]]*])(?::(\\d{1,5}))?(.*)");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private RedirectPath() {}

    /**
     * Returns the path with its query.
     *
     * @param base path of the request, without its query
     * @param host name of the server as in a URL
     * @throws AnswerException if the Location leads to another server, or is no URL
     */
    static String of(String location, String base, String host, int port) throws AnswerException {
        String target = location.replaceFirst("#.*", "");
        Matcher absolute = ABSOLUTE.matcher(target);
        if (absolute.matches()) {
            requireServer(absolute, host, port);
            target = absolute.group(4).startsWith("/") ? absolute.group(4) : "/" + absolute.group(4);
        } else if (target.startsWith("?")) {
            target = base + target;
        } else if (!target.startsWith("/")) {
            target = base.substring(0, base.lastIndexOf('/') + 1) + target;
        }
        if (!target.matches("/[!-~]*") || Placeholders.isIn(target)) {
            throw AnswerException.wrong(
                    Placeholders.isIn(target)
                            ? "a redirect that is relative to a path with placeholders"
                            : "a redirect to something that is no URL");
        }
        return withoutDots(target);
    }

    private static void requireServer(Matcher absolute, String host, int port) throws AnswerException {
        String givenPort = absolute.group(3);
        if (!absolute.group(2).equalsIgnoreCase(host)
                || !(givenPort == null
                        ? defaultPorts(absolute.group(1)).contains(port)
                        : Integer.parseInt(givenPort) == port)) {
            throw AnswerException.wrong("a redirect to another server, %s".formatted(absolute.group(2)));
        }
    }

    // Without a scheme the Location has that of the request, whose default port is one of the two.
    private static Set<Integer> defaultPorts(@Nullable String scheme) {
        return scheme == null ? Set.of(HTTP, HTTPS) : Set.of("https".equalsIgnoreCase(scheme) ? HTTPS : HTTP);
    }

    private static String withoutDots(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (!path.contains("/.")) {
            return target;
        }
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.substring(1).split("/", -1)) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.equals(".")) {
                segments.add(segment);
            }
        }
        return "/" + String.join("/", segments) + (query < 0 ? "" : target.substring(query));
    }
}
