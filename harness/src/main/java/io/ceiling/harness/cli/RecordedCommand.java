package io.ceiling.harness.cli;

import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.scenario.CustomRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The command line as it is recorded in environment.json and used to resume a run: the given options without secrets.
 */
public final class RecordedCommand {

    /** The option with the shell command of a server, of which only the program is recorded. */
    public static final String SHELL_COMMAND = "--command";

    /** Parameter label of another program's command, of which only the first word is recorded. */
    public static final String PROGRAM = "COMMAND";

    // Options that do not change what is measured.
    private static final Set<String> NOT_RECORDED = Set.of(
            "--results",
            "--resume",
            "--dry-run",
            "--verbose",
            "--help",
            "--version",
            OutputOptions.JSON,
            OutputOptions.QUIET);

    private static final String MASK = "...";

    private RecordedCommand() {}

    /**
     * Returns the option of a recorded argument whose value was masked, so that it cannot be repeated; empty for
     * others.
     */
    public static Optional<String> masked(String argument) {
        String option = argument.split("=", 2)[0];
        boolean masked = argument.endsWith(MASK)
                && (MessageOptions.SECRETS.contains(option) || option.equals(MessageOptions.HEADER));
        return masked ? Optional.of(option) : Optional.empty();
    }

    /** Returns the name of the command and its arguments, with absolute paths of files. */
    public static List<String> of(CommandSpec spec) {
        List<String> arguments = new ArrayList<>(List.of(spec.name()));
        List<ArgSpec> given = spec.commandLine().getParseResult().matchedArgs();
        Optional<String> program = programWithoutUrl(given);
        for (ArgSpec argument : given) {
            if (program.isPresent() && !argument.isOption()) {
                continue;
            }
            if (argument instanceof OptionSpec option) {
                if (!NOT_RECORDED.contains(option.longestName())) {
                    arguments.addAll(option(option));
                }
            } else {
                arguments.addAll(positional(argument));
            }
        }
        program.ifPresent(word -> arguments.addAll(List.of("--", word, MASK)));
        return arguments;
    }

    // Returns the program of another tool's command if it stands in the place of the URL; empty if a URL was given.
    private static Optional<String> programWithoutUrl(List<ArgSpec> given) {
        boolean hasProgram =
                given.stream().anyMatch(argument -> argument.paramLabel().equals(PROGRAM));
        return given.stream()
                .filter(argument -> hasProgram && isUrl(argument))
                .map(argument -> argument.originalStringValues().get(0))
                .filter(word -> !word.contains(":"))
                .findFirst();
    }

    private static boolean isUrl(ArgSpec argument) {
        return !argument.isOption() && argument.paramLabel().startsWith("URL");
    }

    // Returns the positional parameters: of another tool's command only the first word, as any other may be a secret.
    private static List<String> positional(ArgSpec argument) {
        List<String> words = argument.originalStringValues();
        if (isUrl(argument)) {
            return words.stream().map(CustomRequest::masked).toList();
        }
        if (!argument.paramLabel().equals(PROGRAM)) {
            return words;
        }
        return words.size() == 1 ? List.of("--", words.get(0)) : List.of("--", words.get(0), MASK);
    }

    private static List<String> option(OptionSpec option) {
        if (option.arity().max() == 0) {
            return List.of(option.longestName());
        }
        return option.originalStringValues().stream()
                .map(text -> option.longestName() + "=" + shown(option, text))
                .toList();
    }

    private static String shown(OptionSpec option, String text) {
        return option.auxiliaryTypes()[0] == Path.class
                ? Path.of(text).toAbsolutePath().toString()
                : withoutSecrets(option, text);
    }

    /** Returns the value of an option with dots in place of what may be a secret. */
    static String withoutSecrets(OptionSpec option, String text) {
        if (option.longestName().equals(SHELL_COMMAND)) {
            return firstWord(text);
        }
        if (option.longestName().equals(OtherHosts.OPTION)) {
            int command = text.indexOf('=') + 1;
            return text.substring(0, command) + firstWord(text.substring(command));
        }
        return withoutSecrets(option.longestName(), text);
    }

    // Returns the value of an option of a request with dots in place of what may be a secret.
    private static String withoutSecrets(String option, String text) {
        if (MessageOptions.SECRETS.contains(option)) {
            return MASK;
        }
        if (option.equals(MessageOptions.HEADER)) {
            return Header.masked(text);
        }
        return RequestOptions.PATHS.contains(option) ? CustomRequest.masked(text) : text;
    }

    /** Returns an argument of the form {@code OPTION=VALUE} with dots in place of what may be a secret. */
    public static String shown(String argument) {
        String[] parts = argument.split("=", 2);
        return parts.length < 2 ? argument : parts[0] + "=" + withoutSecrets(parts[0], parts[1]);
    }

    // Returns the program of a shell command; a variable before it, and any other word, may be a secret.
    private static String firstWord(String command) {
        String first = command.strip().split("\\s", 2)[0];
        return (first.contains("=") ? "" : first + " ") + "...";
    }
}
