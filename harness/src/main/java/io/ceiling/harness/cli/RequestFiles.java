package io.ceiling.harness.cli;

import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.Placeholders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Reads a file with a mix of requests. An extension registers it for {@link ServiceLoader}. */
public interface RequestFiles {

    /**
     * Returns the requests of a file.
     *
     * @throws CommandException with the file and the line of what is wrong
     */
    List<HttpRequest> read(Path file);

    /** Reads a file with what is installed. */
    static List<HttpRequest> readInstalled(Path file) {
        return ServiceLoader.load(RequestFiles.class, RequestFiles.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> CommandException.badArguments("--requests " + CommandProvider.missing("requests")))
                .read(file);
    }

    /**
     * Returns the lines of the files that placeholders of requests name, by their names.
     *
     * @throws CommandException if one cannot be read, is empty or has a line that is too long
     */
    static Map<String, String> linesOf(List<HttpRequest> requests) {
        Map<String, String> files = new HashMap<>();
        for (HttpRequest request : requests) {
            for (String file : Placeholders.filesIn(request.path() + request.headers() + request.body())) {
                files.computeIfAbsent(file, RequestFiles::lines);
            }
        }
        return files;
    }

    private static String lines(String file) {
        try {
            String lines = MessageOptions.bytes(Files.readString(Path.of(file), StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.joining("\n"));
            boolean tooLong = lines.lines().anyMatch(line -> line.length() > Placeholders.MAX_VALUE_BYTES);
            if (lines.isEmpty() || tooLong || lines.length() > MessageOptions.MAX_BODY_BYTES) {
                throw CommandException.badArguments(
                        "{{line %s}} must name a file with lines of at most %d bytes, and 8 MiB in all, was %s"
                                .formatted(
                                        file,
                                        Placeholders.MAX_VALUE_BYTES,
                                        lines.isEmpty() ? "empty" : tooLong ? "one with a longer line" : "longer"));
            }
            return lines;
        } catch (IOException | IllegalArgumentException e) {
            throw CommandException.badArguments(
                    "{{line %s}} must name a file of UTF-8 that can be read".formatted(file));
        }
    }
}
