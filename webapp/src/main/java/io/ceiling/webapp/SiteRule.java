package io.ceiling.webapp;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request may come from the web page that sent it. Any page in the world can have a browser on an allowed
 * client send requests here, GETs by an image and WebSockets included; so only this application's own pages may, and what
 * is no browser. Thread-safe, does not block.
 *
 * <p>A foreign page can also have its own name resolve to this server (DNS rebinding); then it is of the same origin in the
 * eyes of the browser, and only the Host header tells. So a client that is let in by its address must call the server by
 * an IP address, as {@code localhost}, or by a name of {@code ceiling.hosts}. No page can send the token.
 */
final class SiteRule {

    /** The setting. */
    static final String HOSTS = "ceiling.hosts";

    private static final Set<String> OWN = Set.of("same-origin", "none");

    private final Set<String> hosts;

    private SiteRule(Set<String> hosts) {
        this.hosts = hosts;
    }

    /**
     * A rule.
     *
     * @param hosts names of this server with commas between them, without ports; may be empty
     * @throws IllegalStateException with one line if one is no name of a host
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
                                .formatted(HOSTS, name));
            }
        }
        return new SiteRule(names.stream().collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Why the request is not served, in one line; null if it is.
     *
     * @param hasToken whether its client has shown the token
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
            return OWN.contains(site) ? null : foreign("Sec-Fetch-Site", site);
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

    /** Pages only show; and whoever opens one by a link of another site wants to look. In a frame they are refused. */
    private static boolean isPage(Sender sender) {
        String path = sender.path();
        return (sender.navigation() || sender.fetchSite() == null)
                && (path.isEmpty() || path.equals("/") || path.endsWith(".html"));
    }

    private boolean isKnown(String name) {
        return name.equals("localhost") || Network.literal(name) != null || hosts.contains(name);
    }

    /** The host without its port, in lower case. */
    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon >= 0
                && host.substring(colon + 1).matches("[0-9]{0,5}")
                && (host.startsWith("[") || host.indexOf(':') == colon);
        return (port ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }

    /** Compared as written: browsers leave out the port that is the scheme's own in all three headers. */
    private static boolean comesFrom(String uri, String host) {
        int scheme = uri.indexOf("://");
        if (scheme < 0) {
            // An origin that is "null": a sandboxed frame, a file.
            return false;
        }
        int begin = scheme + 3;
        int end = uri.indexOf('/', begin);
        return (end < 0 ? uri.substring(begin) : uri.substring(begin, end)).equalsIgnoreCase(host);
    }
}
