package io.ceiling.harness.cli;

import io.ceiling.harness.report.compare.Expectation;
import io.ceiling.harness.run.Expectations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of every command whose rows can be held against what a team expects. One of them may also be what the answer to
 * {@code --send} must hold: what begins with a word of lower case and {@code <} or {@code >}, or with {@code limit=}, is never
 * taken for that.
 */
final class ExpectOptions {

    @Option(
            names = "--expect",
            paramLabel = "LIST",
            description =
                    "exit code 1 if a scenario misses it: websocket.ceiling>=15000,heap_bytes_per_connection<=40KiB,limit=server-threads (also direct_ and rss_bytes_per_connection, p99); repeatable; with --send also a REGEX that is found in the answer, other messages are passed over")
    private List<String> expect = new ArrayList<>();

    @Option(names = "--junit", paramLabel = "FILE", description = "JUnit XML: a test for each expectation")
    private @Nullable Path junit;

    /** Whether something is expected of the rows. */
    boolean given() {
        return !ofRows().isEmpty() || junit != null;
    }

    private List<String> ofRows() {
        return expect.stream().filter(Expectation::isOne).toList();
    }

    /** What the answer to a text that is sent must hold, not yet checked; empty if nothing was said about it. */
    Optional<String> answer() {
        List<String> answers =
                expect.stream().filter(text -> !Expectation.isOne(text)).toList();
        if (answers.size() > 1) {
            throw refused(answers.get(1));
        }
        return answers.stream().findFirst();
    }

    /** Why that is nothing that can be expected of rows. */
    static CommandException refused(String text) {
        try {
            Expectation.parse("--expect", List.of(text));
        } catch (IllegalArgumentException e) {
            return CommandException.badArguments(String.valueOf(e.getMessage()));
        }
        throw new IllegalStateException("an expectation after all: " + text);
    }

    /** Whether an argument is about what is expected of rows. */
    static boolean isOne(String argument) {
        String expect = "--expect=";
        return argument.startsWith("--junit=")
                || (argument.startsWith(expect) && Expectation.isOne(argument.substring(expect.length())));
    }

    /**
     * All of them, checked.
     *
     * @param talks whether one that is wrong may be meant for the answer to {@code --send}
     */
    Expectations expectations(boolean talks) {
        if (junit != null) {
            requirePlace(junit);
        }
        try {
            return new Expectations(
                    Expectation.parse("--expect", ofRows()),
                    Optional.ofNullable(junit).map(Path::toAbsolutePath));
        } catch (IllegalArgumentException e) {
            throw CommandException.badArguments(
                    e.getMessage() + (talks ? ". Hint: what an answer must hold goes into parentheses" : ""));
        }
    }

    /** A file that cannot be written would be found out at the end of a long run. */
    private void requirePlace(Path file) {
        if (ofRows().isEmpty()) {
            throw CommandException.badArguments("--junit must come with --expect, was '%s'".formatted(file));
        }
        Path folder = file.toAbsolutePath().getParent();
        boolean writable = Files.exists(file)
                ? !Files.isDirectory(file) && Files.isWritable(file)
                : folder != null && Files.isWritable(folder);
        if (!writable) {
            throw CommandException.badArguments("--junit must be a file that can be written, was '%s'".formatted(file));
        }
    }

    /** The given options again as arguments. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        expect.forEach(text -> RunOptions.add(arguments, "--expect", text));
        RunOptions.add(
                arguments,
                "--junit",
                junit == null ? null : junit.toAbsolutePath().toString());
        return arguments;
    }
}
