package io.ceiling.load.http;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of a client for one path, in the form of the header Cookie (RFC 6265). Pure functions.
 *
 * <p>Notes. A client has one server, so Domain and Secure are ignored. Its life is short, so it keeps a cookie until
 * the server deletes it.
 */
final class Cookies {

    /** Maximum size of all cookies of a client; what does not fit is not kept. */
    static final int MAX_BYTES = 4096;

    private static final String SEPARATOR = "; ";
    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
    private static final int MONTH_LETTERS = 3;
    // Two-digit years below this one are in this century.
    private static final int LAST_CENTURY = 70;

    private static final Pattern DATE =
            Pattern.compile("(\\d{1,2})[ -]([A-Za-z]{3})[ -](\\d{4}|\\d{2}) (\\d{1,2}):(\\d{2}):(\\d{2})");

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    private Cookies() {}

    /**
     * Returns the cookies after an answer.
     *
     * @param current cookies before it; null for none
     * @param setCookies values of its headers Set-Cookie, in order
     * @param path path of the request, without its query
     * @param userCookies names of cookies that the user gives, which stay as they are
     */
    static byte[] update(
            byte @Nullable [] current, List<String> setCookies, String path, Set<String> userCookies, Instant now) {
        Map<String, String> cookies = parse(current == null ? "" : new String(current, StandardCharsets.ISO_8859_1));
        for (String line : setCookies) {
            String[] parts = line.split(";", -1);
            int equals = parts[0].indexOf('=');
            String name = equals < 0 ? "" : parts[0].substring(0, equals).strip();
            Map<String, String> attributes = attributes(parts);
            if (name.isEmpty()
                    || userCookies.contains(name)
                    || !isText(line)
                    || !matchesPath(path, attributes.get("path"))) {
                continue;
            }
            String before = cookies.remove(name);
            if (isExpired(attributes, now)) {
                continue;
            }
            cookies.put(name, parts[0].substring(equals + 1).strip());
            if (text(cookies).length() > MAX_BYTES) {
                cookies.remove(name);
                if (before != null) {
                    cookies.put(name, before);
                }
            }
        }
        return text(cookies).getBytes(StandardCharsets.ISO_8859_1);
    }

    static Map<String, String> parse(String header) {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (String cookie : header.split(";", -1)) {
            int equals = cookie.indexOf('=');
            if (equals > 0) {
                cookies.put(
                        cookie.substring(0, equals).strip(),
                        cookie.substring(equals + 1).strip());
            }
        }
        return cookies;
    }

    private static String text(Map<String, String> cookies) {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining(SEPARATOR));
    }

    private static boolean isText(String line) {
        return line.chars().noneMatch(character -> character < ' ' || character == 0x7f);
    }

    private static Map<String, String> attributes(String[] parts) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String name = equals < 0 ? parts[i] : parts[i].substring(0, equals);
            attributes.put(
                    name.strip().toLowerCase(Locale.ROOT),
                    equals < 0 ? "" : parts[i].substring(equals + 1).strip());
        }
        return attributes;
    }

    private static boolean matchesPath(String path, @Nullable String cookiePath) {
        if (cookiePath == null || !cookiePath.startsWith("/")) {
            // Such a cookie is for the folder of the request.
            return true;
        }
        return path.startsWith(cookiePath)
                && (path.length() == cookiePath.length()
                        || cookiePath.endsWith("/")
                        || path.charAt(cookiePath.length()) == '/');
    }

    private static boolean isExpired(Map<String, String> attributes, Instant now) {
        String age = attributes.getOrDefault("max-age", "");
        if (NUMBER.matcher(age).matches()) {
            return Long.parseLong(age) <= 0;
        }
        return isPast(attributes.getOrDefault("expires", ""), now);
    }

    // Returns false also for a malformed date: the client then keeps the cookie.
    private static boolean isPast(String date, Instant now) {
        Matcher found = DATE.matcher(date);
        if (!found.find()) {
            return false;
        }
        int year = Integer.parseInt(found.group(3));
        int century = found.group(3).length() > 2 ? 0 : year < LAST_CENTURY ? 2000 : 1900;
        int month = MONTHS.indexOf(found.group(2).toLowerCase(Locale.ROOT));
        try {
            return !LocalDateTime.of(
                            century + year,
                            month < 0 ? 0 : month / MONTH_LETTERS + 1,
                            Integer.parseInt(found.group(1)),
                            Integer.parseInt(found.group(4)),
                            Integer.parseInt(found.group(5)),
                            Integer.parseInt(found.group(6)))
                    .toInstant(ZoneOffset.UTC)
                    .isAfter(now);
        } catch (DateTimeException e) {
            return false;
        }
    }
}
