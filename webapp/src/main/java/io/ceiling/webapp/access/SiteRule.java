package io.ceiling.webapp.access;

import io.ceiling.protocol.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may come from the web page that sent it. Thread-safe, does not block.
 *
 * <p>Any web page can make a browser on an allowed client send requests to this server, for example a GET by an image,
 * or a WebSocket. So only this application's own pages are allowed, and clients that are no browsers.
 *
 * <p>A page of another site can also let its own name resolve to this server (DNS rebinding). The browser then takes
 * both for the same origin, and only the Host header differs. So a client that is allowed by its address must call the
 * server by an IP address, as {@code localhost}, or by a name of {@code ceiling.hosts}. No page can send the token.
 */
final class SiteRule {

    /** Name of the setting. */
    static final String HOSTS = "ceiling.hosts";

    private static final String OWN = "same-origin";
    // What a browser sends if no page is behind the request: an address typed in, a link in a mail or a document.
    private static final String NO_PAGE = "none";

    private final Set<String> hosts;

    private SiteRule(Set<String> hosts) {
        this.hosts = hosts;
    }

    /**
     * Returns a rule.
     *
     * @param hosts names of this server without ports, separated by commas; may be empty
     * @throws IllegalStateException with one line if an entry is no host name
     */
    static SiteRule of(String hosts) {
        List<String> names = hosts.isBlank()
                ? List.of()
                : Arrays.stream(hosts.split(",", -1))
                        .map(name -> name.trim().toLowerCase(Locale.ROOT))
                        .toList();
        for (String name : names) {
            if (!name.matches("[a-z0-9]([a-z0-9._-]{0,252})")) {
                throw new IllegalStateException(
                        "%s must be host names without ports and with commas between them, was '%s'"
                                .formatted(HOSTS, Json.echo(name)));
            }
        }
        return new SiteRule(names.stream().collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Returns the reason for which the request is refused, in one line; null if it is allowed.
     *
     * @param hasToken true if the client has sent the token
     */
    @Nullable
    String refusal(Sender sender, boolean hasToken) {
        if (!hasToken && !isKnown(name(sender.host()))) {
            return "host '%s' is not known here. Hint: call this server by its IP address, set %s to that name, or send the token"
                    .formatted(Json.echo(sender.host()), HOSTS);
        }
        String origin = sender.origin();
        if (origin != null && !comesFrom(origin, sender.host())) {
            return foreign("Origin", origin);
        }
        String site = sender.fetchSite();
        if (isPage(sender)) {
            return null;
        }
        if (site != null) {
            if (site.equals(NO_PAGE)) {
                return "a link from outside of a browser opens pages alone (Sec-Fetch-Site: none). Hint: use this application's own pages, or a client that is no browser";
            }
            return site.equals(OWN) ? null : foreign("Sec-Fetch-Site", site);
        }
        String referer = sender.referer();
        return origin == null && referer != null && !comesFrom(referer, sender.host())
                ? foreign("Referer", referer)
                : null;
    }

    private static String foreign(String header, String value) {
        return "this request comes from another site (%s: %s). Hint: use this application's own pages, or a client that is no browser"
                .formatted(header, Json.echo(value));
    }

    // Pages only display, so a user may open one by a link of another site; in a frame they are refused.
    private static boolean isPage(Sender sender) {
        String path = sender.path();
        return (sender.navigation() || sender.fetchSite() == null)
                && (path.isEmpty() || path.equals("/") || path.endsWith(".html"));
    }

    private boolean isKnown(String name) {
        return name.equals("localhost") || Network.literal(name) != null || hosts.contains(name);
    }

    // Returns the host without its port, in lower case.
    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon >= 0
                && Network.isDigits(host.substring(colon + 1), 5)
                && (host.startsWith("[") || host.indexOf(':') == colon);
        return (port ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }

    // Compared as written: browsers omit the default port of the scheme in all three headers.
    private static boolean comesFrom(String uri, String host) {
        int scheme = uri.indexOf("://");
        if (scheme < 0) {
            // The origin "null" of a sandboxed frame or a file.
            return false;
        }
        int begin = scheme + 3;
        int end = uri.indexOf('/', begin);
        return (end < 0 ? uri.substring(begin) : uri.substring(begin, end)).equalsIgnoreCase(host);
    }
}
