package io.ceiling.harness.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a short command of the operating system for its output. */
final class Command {

    private Command() {}

    /** Its lines of standard output; none if it is missing, fails, takes longer, or there is no process or thread left for it. */
    static List<String> output(Duration patience, String... command) {
        try {
            // Into a file: a pipe that nobody empties in time would stop the command.
            Path out = Files.createTempFile("ceiling-", ".out");
            try {
                return output(patience, out, command);
            } finally {
                Files.deleteIfExists(out);
            }
        } catch (IOException e) {
            return List.of();
        } catch (OutOfMemoryError e) {
            // No thread left to wait for it with, which a limit of the whole host takes from this process too.
            return List.of();
        }
    }

    private static List<String> output(Duration patience, Path out, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        try {
            boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            return ended && process.exitValue() == 0 ? Files.readAllLines(out, StandardCharsets.ISO_8859_1) : List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } finally {
            process.destroyForcibly();
        }
    }
}
