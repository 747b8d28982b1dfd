package io.ceiling.webapp.access;

import io.ceiling.webapp.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The bearer token of this server, from its setting or from a file.
 *
 * <p>A setting is visible to others: a system property in the list of processes, and in the log of Tomcat, which writes
 * its command line there. A file is not.
 */
public final class Token {

    /** Name of the setting with the token, and prefix of the setting with its file. */
    static final String NAME = "ceiling.token";

    /** Name of the setting with the path of the file. */
    static final String FILE = NAME + ".file";

    /** Minimum length in characters: a client may guess as often as it likes. */
    static final int MIN = 16;

    private static final int MAX = 4096;

    private Token() {}

    /**
     * Returns the token; empty if there is none.
     *
     * @throws IllegalStateException with one line, without the token, if it is too short or no header can carry it, or
     *     if the file cannot be read
     */
    static String of(Settings settings) {
        String given = settings.text(NAME);
        String file = settings.text(FILE);
        if (!given.isEmpty() && !file.isEmpty()) {
            throw new IllegalStateException("%s and %s exclude each other: set only one".formatted(NAME, FILE));
        }
        if (file.isEmpty()) {
            return given.isEmpty() ? given : checked(NAME, given);
        }
        return checked(FILE, read(file));
    }

    private static String read(String file) {
        try {
            Path path = Path.of(file);
            // Opening anything else, such as a named pipe, might block.
            if (!Files.isRegularFile(path)) {
                throw new IllegalStateException("%s must be a file with the token, was '%s'".formatted(FILE, file));
            }
            try (InputStream in = Files.newInputStream(path)) {
                return new String(in.readNBytes(MAX + 1), StandardCharsets.UTF_8).trim();
            }
        } catch (IOException | InvalidPathException e) {
            throw new IllegalStateException("%s must be a file that the server can read, was '%s' (%s)"
                    .formatted(FILE, file, e.getClass().getSimpleName()));
        }
    }

    private static String checked(String name, String token) {
        if (token.length() < MIN || token.length() > MAX) {
            throw new IllegalStateException("%s must have %d to %d characters, had %d. Hint: openssl rand -hex 32"
                    .formatted(name, MIN, MAX, token.length()));
        }
        // The header arrives as ISO-8859-1, and a blank ends the token: such a token could never match.
        if (!token.chars().allMatch(character -> character > ' ' && character <= '~')) {
            throw new IllegalStateException(
                    "%s must be printable ASCII without blanks. Hint: openssl rand -hex 32".formatted(name));
        }
        return token;
    }
}
