package io.ceiling.harness.cli;

import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.expect.Expectations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command whose rows can be checked against expectations. */
@Heading.Under(Heading.RESULTS)
public final class ExpectOptions {

    private static final String EXPECT = "--expect";
    private static final String JUNIT = "--junit";

    @Heading.FirstScreen
    @Needs(
            value = "--loads",
            words = ", which measures what it judges",
            hint = "--loads=50 --expect='load50.p99<=20ms'")
    @Option(
            names = {"-e", EXPECT},
            paramLabel = "LIST",
            description = "expectations; exits with 1 if a scenario misses one: websocket.ceiling>=15000,"
                    + "heap_bytes_per_connection<=40KiB,limit=server-threads (docs/expect.md); repeatable")
    private List<String> expect = new ArrayList<>();

    @Needs(EXPECT)
    @Option(names = JUNIT, paramLabel = "FILE", description = "writes JUnit XML with a test for each expectation")
    private @Nullable Path junit;

    public boolean isGiven() {
        return !expect.isEmpty() || junit != null;
    }

    public static boolean isExpectOption(String argument) {
        return argument.startsWith(JUNIT + "=") || argument.startsWith(EXPECT + "=");
    }

    /**
     * Returns all expectations.
     *
     * @throws CommandException if one is wrong; the message has the option, what is allowed, and the value
     */
    public Expectations expectations() {
        if (junit != null) {
            requirePlace(junit);
        }
        try {
            return new Expectations(
                    Expectation.parse(EXPECT, expect),
                    Optional.ofNullable(junit).map(Path::toAbsolutePath));
        } catch (IllegalArgumentException e) {
            boolean isPattern = expect.stream().anyMatch(text -> !Expectation.isExpectation(text));
            throw CommandException.badArguments(e.getMessage()
                    + (isPattern
                            ? ". Hint: a pattern for the answer to --send is %s".formatted(RequestOptions.EXPECT_ANSWER)
                            : ""));
        }
    }

    // Checks the file before the run: otherwise a file that cannot be written would be noticed only at the end.
    private void requirePlace(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        boolean writable = Files.exists(file)
                ? !Files.isDirectory(file) && Files.isWritable(file)
                : folder != null && Files.isWritable(folder);
        if (!writable) {
            throw CommandException.badArguments("--junit must be a file that can be written, was '%s'".formatted(file));
        }
    }
}
