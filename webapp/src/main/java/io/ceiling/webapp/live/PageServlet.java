package io.ceiling.webapp.live;

import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of the live page. The container's own file servlet is not used: some containers have none, and it
 * would not send the headers that block scripts of other sites.
 */
public final class PageServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    /** 'self' includes WebSockets to this server, at the same host and port. */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    /** Files by path, read at their first request, so that a server under measurement holds none of them in memory. */
    private final transient Map<String, PageFile> files = new ConcurrentHashMap<>();

    public PageServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        @Nullable PageFile file = find(PageFile.path(request.getServletPath(), request.getPathInfo()));
        if (file == null) {
            Json.send(response, HttpServletResponse.SC_NOT_FOUND, Json.error("no such file of the live page"));
            return;
        }
        // The browser validates the file each time, and gets no body if it has not changed.
        response.setHeader("Cache-Control", "no-cache");
        response.setHeader("ETag", file.tag());
        if (file.tag().equals(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(file.contentType());
        response.setContentLength(file.bytes().length);
        response.getOutputStream().write(file.bytes());
    }

    private @Nullable PageFile find(@Nullable String path) throws IOException {
        if (path == null) {
            return null;
        }
        PageFile known = files.get(path);
        if (known != null) {
            return known;
        }
        try (InputStream in = getServletContext().getResourceAsStream(path)) {
            if (in == null) {
                return null;
            }
            PageFile read = PageFile.of(path, in.readAllBytes());
            files.put(path, read);
            return Objects.requireNonNull(read);
        }
    }
}
