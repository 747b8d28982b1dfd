package io.ceiling.harness.server;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The line of a server's log that says why the server did not start. */
public final class LogLines {

    // Where a log of Spring Boot explains a failed start, in the first line with text that follows.
    private static final String DESCRIPTION = "Description:";

    private static final String CAUSE = "Caused by: ";

    // Last lines of the JVM launcher, which follow the line with the cause.
    private static final Set<String> LAST_WORDS = Set.of(
            "Error: A fatal exception has occurred. Program will exit.",
            "Error: Could not create the Java Virtual Machine.");

    private static final int MAX_BYTES = 1 << 20;

    private LogLines() {}

    /** Returns the last line of a log that says something, or why there is none. */
    public static String last(Path log) {
        try {
            return last(read(log));
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /** Returns the line with the reason of an application that has ended, or why there is none. */
    public static String reason(Path log) {
        try {
            return reason(read(log));
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /**
     * Returns the explanation of Spring Boot, otherwise the innermost cause of the last exception, otherwise the last
     * line with text.
     */
    public static String reason(List<String> lines) {
        int description = lines.lastIndexOf(DESCRIPTION);
        if (description >= 0) {
            return lines.stream()
                    .skip(description + 1L)
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElseGet(() -> last(lines));
        }
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(CAUSE))
                .reduce((earlier, later) -> later)
                .map(line -> line.substring(CAUSE.length()))
                .orElseGet(() -> last(lines));
    }

    private static String last(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !LAST_WORDS.contains(line))
                .reduce((earlier, later) -> later)
                .orElse("no output");
    }

    // Reads the end of a log in any encoding: an application may have written for a minute.
    private static List<String> read(Path log) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            channel.position(Math.max(0, channel.size() - MAX_BYTES));
            byte[] end = Channels.newInputStream(channel).readNBytes(MAX_BYTES);
            return new String(end, StandardCharsets.ISO_8859_1).lines().toList();
        }
    }
}
