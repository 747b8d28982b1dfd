package io.ceiling.webapp;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/**
 * Serves index.html at the root of the application. The container's own file servlet is not used: some containers have
 * none, and it would not send the headers that block scripts of other sites.
 */
public final class PageServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    // Allows the page's own script and style by their hashes, requests to this server, and nothing else.
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src '%s'; style-src '%s'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    public PageServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // Read for each request, so that a server under measurement does not hold it in memory.
        byte[] page;
        try (InputStream in = Objects.requireNonNull(PageServlet.class.getResourceAsStream("index.html"))) {
            page = in.readAllBytes();
        }
        String text = new String(page, StandardCharsets.UTF_8);
        response.setHeader(
                "Content-Security-Policy",
                CONTENT_SECURITY_POLICY.formatted(hash(text, "<script>"), hash(text, "<style>")));
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cache-Control", "no-cache");
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(page.length);
        response.getOutputStream().write(page);
    }

    // Returns the hash of what is in the only element with that tag, as browsers compute it.
    private static String hash(String page, String tag) {
        int start = page.indexOf(tag) + tag.length();
        byte[] content = page.substring(start, page.indexOf("</", start)).getBytes(StandardCharsets.UTF_8);
        try {
            return "sha256-"
                    + Base64.getEncoder()
                            .encodeToString(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
