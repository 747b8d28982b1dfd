package io.ceiling.harness.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a short command of the operating system and returns its output. */
public final class Command {

    private Command() {}

    /**
     * Returns the lines of a command's standard output. There are none if the command is missing, fails, takes longer,
     * or no process or thread can be started for it.
     */
    public static List<String> output(Duration patience, String... command) {
        return outputIfSuccessful(patience, command).orElse(List.of());
    }

    /** Returns the same lines; empty, not a list without lines, where there would be none for one of these reasons. */
    public static Optional<List<String>> outputIfSuccessful(Duration patience, String... command) {
        try {
            // Output goes to a file: a pipe that is not read in time would stop the command.
            Path out = Files.createTempFile("ceiling-", ".out");
            try {
                return output(patience, out, command);
            } finally {
                Files.deleteIfExists(out);
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (OutOfMemoryError e) {
            // There is no thread left to wait for the command; a thread limit of the whole host affects
            // this process too.
            return Optional.empty();
        }
    }

    private static Optional<List<String>> output(Duration patience, Path out, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        try {
            boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            return ended && process.exitValue() == 0
                    ? Optional.of(Files.readAllLines(out, StandardCharsets.ISO_8859_1))
                    : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }
}
