package io.ceiling.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a request with placeholders, each of which has another value in each request: <code>{{n}}</code>,
 * <code>{{connection}}</code>, <code>{{uuid}}</code>, <code>{{random 1..100}}</code> and <code>{{line FILE}}</code>.
 * Texts have one character for each byte. Immutable.
 */
public final class Placeholders {

    /** Longest value of a placeholder, in bytes. */
    public static final int MAX_VALUE_BYTES = 1_000;

    private static final String RANDOMS = "random\\s+(-?\\d{1,15})\\s*\\.\\.\\s*(-?\\d{1,15})";
    private static final String LINES = "line\\s+([^\\s{}][^{}]*?)";
    private static final Pattern RANDOM = Pattern.compile(RANDOMS);
    private static final Pattern LINE = Pattern.compile(LINES);
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\{\\{\\s*(n|connection|uuid|%s|%s)\\s*}}".formatted(RANDOMS, LINES));
    private static final Pattern ANY = Pattern.compile("\\{\\{\\s*([^{}\"]*?)\\s*}}");

    private final List<Part> parts;

    private Placeholders(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    // A piece of the text.
    @FunctionalInterface
    private interface Part {
        byte[] bytes(PlaceholderValues values);
    }

    public static boolean isIn(String text) {
        return count(text) > 0;
    }

    /**
     * Checks that each text between double braces is a placeholder.
     *
     * @throws IllegalArgumentException with one line if it is none
     */
    public static void require(String text) {
        Matcher matcher = ANY.matcher(text);
        while (matcher.find()) {
            if (!PLACEHOLDER.matcher(matcher.group()).matches()) {
                throw new IllegalArgumentException(
                        "'%s' is none of {{n}}, {{connection}}, {{uuid}}, {{random 1..100}} and {{line FILE}}"
                                .formatted(matcher.group()));
            }
            part(matcher.group(1), Map.of());
        }
    }

    static long count(String text) {
        return text.contains("{{") ? PLACEHOLDER.matcher(text).results().count() : 0;
    }

    public static List<String> filesIn(String text) {
        List<String> files = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            Matcher line = LINE.matcher(matcher.group(1));
            if (line.matches()) {
                files.add(line.group(1));
            }
        }
        return files;
    }

    /**
     * Compiles a text; anything else between double braces is left as it is.
     *
     * @param files lines of the files that placeholders name, with a line feed between two
     */
    static Placeholders of(String text, Map<String, String> files) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            literal(parts, text.substring(end, matcher.start()));
            parts.add(part(matcher.group(1), files));
            end = matcher.end();
        }
        literal(parts, text.substring(end));
        return new Placeholders(parts);
    }

    private static void literal(List<Part> parts, String text) {
        if (!text.isEmpty()) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            parts.add(values -> bytes);
        }
    }

    private static Part part(String words, Map<String, String> files) {
        Matcher random = RANDOM.matcher(words);
        Matcher line = LINE.matcher(words);
        if (words.equals("n")) {
            return values -> ascii(values.number());
        }
        if (words.equals("connection")) {
            return values -> ascii(values.connection());
        }
        if (words.equals("uuid")) {
            return values -> Ascii.bytes(values.uuid());
        }
        if (random.matches()) {
            long from = Long.parseLong(random.group(1));
            long to = Long.parseLong(random.group(2));
            if (from > to) {
                throw new IllegalArgumentException("'{{%s}}' must have the smaller number first".formatted(words));
            }
            return values -> ascii(values.random(from, to));
        }
        String file = line.matches() ? line.group(1) : "";
        List<byte[]> lines = files.getOrDefault(file, "")
                .lines()
                .map(one -> one.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
        return values -> values.next(file, lines);
    }

    private static byte[] ascii(long number) {
        return Ascii.bytes(Long.toString(number));
    }

    /** Puts the text with the values of the current request. */
    void put(ByteBuffer out, PlaceholderValues values) {
        for (Part part : parts) {
            out.put(part.bytes(values));
        }
    }

    private String text(PlaceholderValues values) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(new String(part.bytes(values), StandardCharsets.ISO_8859_1));
        }
        return text.toString();
    }

    public static HttpRequest filled(HttpRequest request, Map<String, String> files, PlaceholderValues values) {
        if (!request.hasPlaceholders()) {
            return request;
        }
        values.nextRequest();
        return new HttpRequest(
                request.method(),
                of(request.path(), files).text(values),
                of(request.headers(), files).text(values),
                of(request.body(), files).text(values),
                request.weight());
    }
}
