package io.ceiling.harness.cli;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Headers as people write them: {@code Name: value}. */
final class HeaderOption {

    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*([ -~\t]{0,4000})");

    /** Those that make the request what it is. */
    private static final Set<String> OURS =
            Set.of("host", "connection", "upgrade", "content-length", "transfer-encoding", "expect");

    private static final int MOST_BYTES = 8192;

    private HeaderOption() {}

    /**
     * All of them, each {@code Name: value}.
     *
     * @throws CommandException with value, allowed
     */
    static List<String> parse(List<String> texts) {
        List<String> headers = texts.stream().map(HeaderOption::parse).toList();
        int bytes = headers.stream().mapToInt(String::length).sum();
        if (bytes > MOST_BYTES) {
            throw CommandException.badArguments(
                    "--header must be at most %d bytes in all, were %d".formatted(MOST_BYTES, bytes));
        }
        return headers;
    }

    private static String parse(String text) {
        Matcher matcher = HEADER.matcher(text);
        if (!matcher.matches()) {
            throw CommandException.badArguments(
                    "--header must be 'Name: value' in printable ASCII, was '%s'".formatted(withoutControls(text)));
        }
        String name = matcher.group(1).toLowerCase(Locale.ROOT);
        if (OURS.contains(name) || name.startsWith("sec-websocket-")) {
            throw CommandException.badArguments(
                    "--header must not be one that makes the request what it is, was '%s'".formatted(matcher.group(1)));
        }
        return matcher.group(1) + ": " + matcher.group(2).strip();
    }

    private static String withoutControls(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
