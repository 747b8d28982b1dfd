package io.ceiling.harness.report.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Escapes and inserts text for a page. Pure functions. */
final class Html {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z-]+)}}");

    private Html() {}

    /** Escapes text for an element and for a quoted attribute. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    /**
     * Returns a value as JSON for a data block. Outside strings JSON has none of the replaced characters, and inside
     * strings the escape means the same. Without them, nothing can end the block, and no script parser takes a
     * separator for the end of a line.
     */
    static String json(Object value) {
        try {
            return MAPPER.writeValueAsString(value)
                    .replace("<", "\\u003c")
                    .replace(">", "\\u003e")
                    .replace("&", "\\u0026")
                    .replace("\u2028", "\\u2028")
                    .replace("\u2029", "\\u2029");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not written as JSON: " + e.getMessage(), e);
        }
    }

    /** Returns a value as JSON for a file that a person may read, with LF line ends. */
    static String indented(Object value) {
        try {
            DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
            printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
            printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
            return MAPPER.writer(printer).writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not written as JSON: " + e.getMessage(), e);
        }
    }

    /** Returns a source for the content security policy that allows only this text. */
    static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Fills places such as {@code {{title}}} in one pass, so that inserted text is not searched for places. */
    static String fill(String template, Map<String, String> values) {
        Matcher place = PLACE.matcher(template);
        StringBuilder filled = new StringBuilder();
        int from = 0;
        while (place.find()) {
            String value = values.get(place.group(1));
            if (value == null) {
                throw new IllegalArgumentException("no value for " + place.group());
            }
            filled.append(template, from, place.start()).append(value);
            from = place.end();
        }
        return filled.append(template, from, template.length()).toString();
    }
}
