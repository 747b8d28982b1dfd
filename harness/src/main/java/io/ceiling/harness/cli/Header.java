package io.ceiling.harness.cli;

import io.ceiling.load.http.Placeholders;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A header of every request; its value may be a secret.
 *
 * @param line {@code Name: value}
 */
public record Header(String line) {

    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*([ -~\t]{0,4000})");

    // Headers that define the request itself.
    private static final Set<String> RESERVED =
            Set.of("host", "connection", "upgrade", "content-length", "transfer-encoding", "expect");

    private static final int MAX_BYTES = 8192;

    /**
     * Returns the lines of all headers.
     *
     * @throws CommandException if they are too long together
     */
    public static List<String> lines(List<Header> headers) {
        List<String> lines = headers.stream().map(Header::line).toList();
        int bytes = lines.stream().mapToInt(String::length).sum();
        if (bytes > MAX_BYTES) {
            throw CommandException.badArguments(
                    "--header must be at most %d bytes in all, were %d".formatted(MAX_BYTES, bytes));
        }
        return lines;
    }

    /** Returns true if load agents set the header of this name themselves. */
    public static boolean isReserved(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return RESERVED.contains(lower) || lower.startsWith("sec-websocket-");
    }

    /** Returns the name and the value of a line; no match if it is no header in printable ASCII. */
    public static Matcher matcher(String line) {
        return HEADER.matcher(line);
    }

    /** Returns the name of a header with dots in place of its value. */
    static String masked(String line) {
        int colon = line.indexOf(':');
        return (colon < 0 ? "" : line.substring(0, colon)) + ": ...";
    }

    @Override
    public String toString() {
        return masked(line);
    }

    /** Parses {@code Name: value}. */
    public static final class Converter implements ITypeConverter<Header> {

        @Override
        public Header convert(String text) {
            Matcher matcher = HEADER.matcher(text);
            if (!matcher.matches()) {
                // Not shown, not even in part: without a colon nobody can tell the name from the secret.
                throw new TypeConversionException(
                        "must be 'Name: value' in printable ASCII, was %d characters that are not shown, as they may be a secret"
                                .formatted(text.length()));
            }
            if (Placeholders.isIn(text)) {
                throw new TypeConversionException(
                        "must have no placeholder, '%s' has one. Hint: a request of --requests=FILE may have them in its headers"
                                .formatted(matcher.group(1)));
            }
            if (isReserved(matcher.group(1))) {
                throw new TypeConversionException(
                        "must not be Host, Connection, Upgrade, Content-Length, Transfer-Encoding, Expect or Sec-WebSocket-*, was '%s'"
                                .formatted(matcher.group(1)));
            }
            return new Header(matcher.group(1) + ": " + matcher.group(2).strip());
        }
    }
}
