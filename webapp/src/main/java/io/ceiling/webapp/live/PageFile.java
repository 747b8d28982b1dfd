package io.ceiling.webapp.live;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of the live page.
 *
 * @param contentType value of the Content-Type header
 * @param tag value of the ETag header, which changes with the content
 * @param bytes content of the file
 */
@SuppressWarnings("ArrayRecordComponent")
record PageFile(String contentType, String tag, byte[] bytes) {

    private static final String START = "/index.html";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=UTF-8",
            "js", "text/javascript;charset=UTF-8",
            "css", "text/css;charset=UTF-8",
            "svg", "image/svg+xml");
    /** Path of an asset: one folder, names that cannot leave it, and only types that are served. */
    private static final Pattern ASSET = Pattern.compile("/assets/[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.(js|css|svg)");

    private static final int TAG_BYTES = 8;

    /** Returns the path of the file that a request is for; null if it is for no file of the page. */
    static @Nullable String path(String servletPath, @Nullable String pathInfo) {
        String path = servletPath + (pathInfo == null ? "" : pathInfo);
        if (path.isEmpty() || path.equals("/") || path.equals(START)) {
            return START;
        }
        return ASSET.matcher(path).matches() ? path : null;
    }

    static PageFile of(String path, byte[] bytes) {
        Matcher asset = ASSET.matcher(path);
        String type = asset.matches() ? asset.group(1) : "html";
        return new PageFile(TYPES.getOrDefault(type, "application/octet-stream"), tag(bytes), bytes);
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
