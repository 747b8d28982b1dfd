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
import org.jspecify.annotations.Nullable;

/** Reads a file with a mix of requests. An extension registers it for {@link ServiceLoader}. */
public interface RequestFiles {

    /**
     * Returns the requests of a file.
     *
     * @throws CommandException with the file and the wrong line
     */
    List<HttpRequest> read(Path file);

    static List<HttpRequest> readInstalled(Path file) {
        return ServiceLoader.load(RequestFiles.class, RequestFiles.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> CommandException.badArguments("--requests " + CommandProvider.missing("requests")))
                .read(file);
    }

    /**
     * Returns the lines of the files that placeholders of requests name, by their names.
     *
     * @param mix file of the requests; names are relative to its folder, or to the current folder if null
     * @throws CommandException if one cannot be read, is empty or has a line that is too long, or all are too long together
     */
    static Map<String, String> linesOf(List<HttpRequest> requests, @Nullable Path mix) {
        Path folder = mix == null ? Path.of("") : mix.toAbsolutePath().getParent();
        Map<String, String> files = new HashMap<>();
        long bytes = 0;
        for (HttpRequest request : requests) {
            bytes += request.body().length();
            for (String file : Placeholders.filesIn(request.path() + request.headers() + request.body())) {
                files.computeIfAbsent(file, name -> lines(folder == null ? Path.of(name) : folder.resolve(name), name));
            }
        }
        bytes += files.values().stream().mapToLong(String::length).sum();
        if (bytes > MessageOptions.MAX_BODY_BYTES) {
            throw CommandException.badArguments("bodies and lines must be at most 8 MiB in all, were %.1f MiB"
                    .formatted(bytes / (double) (1 << 20)));
        }
        return files;
    }

    private static String lines(Path file, String name) {
        try {
            String lines = MessageOptions.bytes(Files.readString(file, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.joining("\n"));
            boolean tooLong = lines.lines().anyMatch(line -> line.length() > Placeholders.MAX_VALUE_BYTES);
            if (lines.isEmpty() || tooLong) {
                throw CommandException.badArguments(
                        "{{line %s}} must name a file with lines of at most %d bytes, was %s"
                                .formatted(
                                        name,
                                        Placeholders.MAX_VALUE_BYTES,
                                        tooLong ? "one with a longer line" : "empty"));
            }
            return lines;
        } catch (IOException | IllegalArgumentException e) {
            throw CommandException.badArguments(
                    "{{line %s}} must name a file of UTF-8 that can be read, looked for %s".formatted(name, file));
        }
    }
}
