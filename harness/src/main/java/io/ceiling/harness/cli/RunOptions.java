package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.model.RampSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that measures: the ramp, and the run's folder. */
final class RunOptions {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    @Option(names = "--cap", paramLabel = "N", description = "no ramp goes beyond that many connections")
    private @Nullable String cap;

    @Option(
            names = {"--hold", "--hold-time"},
            paramLabel = "TIME",
            description =
                    "how long each level is held, such as 300ms; with --war, --hold=/path is what the application is asked")
    private List<String> holds = new ArrayList<>();

    @Option(names = "--slo", paramLabel = "TIME", description = "every answer comes within that time, such as 1s")
    private @Nullable String slo;

    @Option(
            names = "--source-addresses",
            paramLabel = "N",
            description = "local addresses that load agents open connections from (default: by the cap)")
    private @Nullable String sourceAddresses;

    @Mixin
    private final PublishingOptions publishing = new PublishingOptions();

    @Option(names = "--name", paramLabel = "NAME", description = "part of the name of the run's folder")
    private @Nullable String name;

    @Option(names = "--results", paramLabel = "FOLDER", description = "where the run's folder is made")
    private @Nullable Path results;

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
        return cap != null || hold() != null || slo != null || sourceAddresses != null || publishing.given();
    }

    RampSettings ramp(RampSettings usual) {
        String hold = hold();
        return new RampSettings(
                usual.startConnections(),
                usual.growth(),
                usual.tolerance(),
                hold == null ? usual.hold() : DurationOption.parse("--hold", hold, Duration.ZERO),
                slo == null ? usual.slo() : DurationOption.parse("--slo", slo, Duration.ofMillis(1)),
                usual.opensPerSecond(),
                usual.exchangesPerSecond(),
                usual.stallTimeout(),
                usual.memoryFloorBytes(),
                sourceAddresses().orElse(usual.sourceAddresses()),
                publishing.publishing(usual.publishing()));
    }

    /** Local addresses of the load agents; empty if none were given. */
    OptionalInt sourceAddresses() {
        return sourceAddresses == null
                ? OptionalInt.empty()
                : OptionalInt.of(number("--source-addresses", sourceAddresses, 1, SourceAddresses.MOST));
    }

    /** @param usual taken if none was given */
    String name(String usual) {
        return nameOr(name, usual);
    }

    /** That name, checked, or else the usual one. */
    static String nameOr(@Nullable String name, String usual) {
        if (name == null) {
            return usual.replaceAll("[^A-Za-z0-9._-]", "_");
        }
        if (!NAME.matcher(name).matches()) {
            throw CommandException.badArguments(
                    "--name must be 1 to 64 letters, digits, dots, dashes or underscores, was '%s'".formatted(name));
        }
        return name;
    }

    Path results(Path home) {
        return results == null ? home.resolve("results") : results.toAbsolutePath();
    }

    /** The given options again as arguments; the results folder is no part of what was measured. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        add(arguments, "--cap", cap);
        add(arguments, "--hold", hold());
        add(arguments, "--slo", slo);
        add(arguments, "--source-addresses", sourceAddresses);
        arguments.addAll(publishing.arguments());
        add(arguments, "--name", name);
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
