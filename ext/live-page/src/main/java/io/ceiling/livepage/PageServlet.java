package io.ceiling.livepage;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of the live page. The container's own file servlet is not used: some containers have none, and it
 * would not send the headers that block scripts of other sites.
 */
final class PageServlet extends GetServlet {

    private static final long serialVersionUID = 1L;

    /** 'self' includes WebSockets to this server, at the same host and port. */
    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final String START = "/index.html";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=UTF-8",
            "js", "text/javascript;charset=UTF-8",
            "css", "text/css;charset=UTF-8",
            "svg", "image/svg+xml");
    /** Path of an asset: one folder, names that cannot leave it, and only types that are served. */
    private static final Pattern ASSET = Pattern.compile("/assets/[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.(?:js|css|svg)");

    private static final int TAG_BYTES = 8;

    /** Files by path, read at their first request, so that a server under measurement holds none of them in memory. */
    private final transient Map<String, PageFile> files = new ConcurrentHashMap<>();

    /** The bytes of a file, and its ETag, which changes with them. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    private record PageFile(byte[] bytes, String tag) {}

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        String path = path(request.getServletPath(), request.getPathInfo());
        PageFile file = path == null ? null : find(path);
        if (path == null || file == null) {
            refuse(response, HttpServletResponse.SC_NOT_FOUND, "no such file of the live page");
            return;
        }
        // The browser validates the file each time, and gets no body if it has not changed.
        response.setHeader("Cache-Control", "no-cache");
        response.setHeader("ETag", file.tag());
        if (file.tag().equals(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(TYPES.get(path.substring(path.lastIndexOf('.') + 1)));
        response.setContentLength(file.bytes().length);
        response.getOutputStream().write(file.bytes());
    }

    /** Returns the path of the file that a request is for; null if it is for no file of the page. */
    static @Nullable String path(String servletPath, @Nullable String pathInfo) {
        String path = servletPath + (pathInfo == null ? "" : pathInfo);
        if (path.isEmpty() || path.equals("/") || path.equals(START)) {
            return START;
        }
        return ASSET.matcher(path).matches() ? path : null;
    }

    private @Nullable PageFile find(String path) throws IOException {
        PageFile known = files.get(path);
        if (known != null) {
            return known;
        }
        try (InputStream in = PageServlet.class.getResourceAsStream("page" + path)) {
            if (in == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            PageFile read = new PageFile(bytes, tag(bytes));
            files.put(path, read);
            return read;
        }
    }

    private static String tag(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
