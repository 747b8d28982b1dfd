package io.ceiling.requests;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An option of curl, as curl-options.txt has it.
 *
 * @param letter its short form; {@code -} if it has none
 * @param name its long form, without dashes
 * @param hasValue true if a value follows
 * @param use what becomes of it
 * @param reason why it is refused; empty if it is not
 */
record CurlOption(String letter, String name, boolean hasValue, Use use, String reason) {

    private static final int COLUMNS = 5;

    /** The treatment of an option: it becomes part of the request, or not. */
    enum Use {
        TAKE,
        IGNORE,
        PROTOCOL,
        REFUSE
    }

    private static final List<CurlOption> ALL = read();

    private static List<CurlOption> read() {
        try (InputStream in = CurlOption.class.getResourceAsStream("curl-options.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("##"))
                    .map(CurlOption::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CurlOption of(String line) {
        String[] columns = Arrays.copyOf(line.split(" ", COLUMNS), COLUMNS);
        return new CurlOption(
                columns[0],
                columns[1],
                columns[2].equals("value"),
                Use.valueOf(columns[3].toUpperCase(Locale.ROOT)),
                Optional.ofNullable(columns[4]).orElse(""));
    }

    static Optional<CurlOption> named(String name) {
        return ALL.stream().filter(option -> option.name.equals(name)).findFirst();
    }

    /** Returns the option with that short form; empty if it is not known. */
    static Optional<CurlOption> ofLetter(String letter) {
        return ALL.stream().filter(option -> option.letter.equals(letter)).findFirst();
    }
}
