package io.ceiling.harness.cli;

import io.ceiling.harness.model.RampSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that measures: the ramp, and the run's folder. */
final class RunOptions {

    @Option(names = "--cap", paramLabel = "N", description = "no ramp goes beyond that many connections")
    private @Nullable String cap;

    @Option(
            names = {"--hold", "--hold-time"},
            paramLabel = "TIME",
            description =
                    "how long each level is held, such as 300ms; with --war, --hold=/path is what the application is asked")
    private List<String> holds = new ArrayList<>();

    @Mixin
    private final StepOptions steps = new StepOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    /** How long each level is held; null if nobody said. */
    private @Nullable String hold() {
        return lastOf(holds.stream().filter(text -> !isPath(text)).toList());
    }

    /** The path of a request that stays open; null if none was given: of times it is told apart by its slash. */
    @Nullable
    String holdPath() {
        return lastOf(holds.stream().filter(RunOptions::isPath).toList());
    }

    private static boolean isPath(String text) {
        return text.startsWith("/");
    }

    private static @Nullable String lastOf(List<String> texts) {
        return texts.isEmpty() ? null : texts.get(texts.size() - 1);
    }

    /** The cap; empty if none was given. */
    OptionalInt cap() {
        return cap == null ? OptionalInt.empty() : OptionalInt.of(number("--cap", cap, 1, 10_000_000));
    }

    /** Whether a ramp was described. */
    boolean changeRamp() {
        return cap != null || hold() != null || steps.given();
    }

    RampSettings ramp(RampSettings usual) {
        return steps.ramp(usual, "--hold", hold());
    }

    /** Local addresses of the load agents; empty if none were given. */
    OptionalInt sourceAddresses() {
        return steps.sourceAddresses();
    }

    /** @param usual taken if none was given */
    String name(String usual) {
        return folder.name(usual);
    }

    Path results(Path home) {
        return folder.results(home);
    }

    /** The given options again as arguments; the results folder is no part of what was measured. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        add(arguments, "--cap", cap);
        add(arguments, "--hold", hold());
        arguments.addAll(steps.arguments());
        arguments.addAll(folder.arguments());
        return arguments;
    }

    static void add(List<String> arguments, String option, @Nullable String value) {
        if (value != null) {
            arguments.add(option + "=" + value);
        }
    }

    static int number(String option, String text, int least, int most) {
        return number(option, text, least, most, "");
    }

    /** @param orElse what else is allowed, for the message */
    static int number(String option, String text, int least, int most, String orElse) {
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message below says what is wrong.
        }
        throw CommandException.badArguments(
                "%s must be a whole number from %d to %d%s, was '%s'".formatted(option, least, most, orElse, text));
    }
}
