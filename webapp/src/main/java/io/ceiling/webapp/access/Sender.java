package io.ceiling.webapp.access;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a request that identify the web page that sent it. A browser sets them itself, and no page can change
 * them.
 *
 * @param host Host header, with the port if there is one
 * @param origin Origin header; null if there is none, as for most clients other than browsers
 * @param fetchSite {@code Sec-Fetch-Site}; null for clients other than browsers, and for a browser that uses plain HTTP
 *     to another host
 * @param referer Referer header; null if there is none
 * @param navigation true if a user opens a document in the browser, by a link or the address bar
 * @param path path of the request below the context path
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

    // HTTP/2 has no Host header, and not every container adds one; hence the fallback.
    private static String host(HttpServletRequest request) {
        String host = request.getHeader("Host");
        return host == null ? request.getServerName() + ":" + request.getServerPort() : host;
    }
}
