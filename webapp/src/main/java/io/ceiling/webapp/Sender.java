package io.ceiling.webapp;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a request tells of the web page that sent it. A browser writes these headers itself, and no page can change them.
 *
 * @param host the Host header, a port included if there is one
 * @param origin null if the request has none, as most that are no browser's
 * @param fetchSite {@code Sec-Fetch-Site}; null from anything but a browser, and from a browser to a plain HTTP server that
 *     is not on its own host
 * @param navigation whether a person opens something in the browser, by a link or the address bar
 */
record Sender(
        String host,
        @Nullable String origin,
        @Nullable String fetchSite,
        @Nullable String referer,
        boolean navigation,
        String path) {

    static Sender of(HttpServletRequest request) {
        String info = request.getPathInfo();
        return new Sender(
                host(request),
                request.getHeader("Origin"),
                request.getHeader("Sec-Fetch-Site"),
                request.getHeader("Referer"),
                "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
                        && "document".equals(request.getHeader("Sec-Fetch-Dest")),
                info == null ? request.getServletPath() : request.getServletPath() + info);
    }

    /** HTTP/2 has no Host header, and a container may or may not add one. */
    private static String host(HttpServletRequest request) {
        String host = request.getHeader("Host");
        return host == null ? request.getServerName() + ":" + request.getServerPort() : host;
    }
}
