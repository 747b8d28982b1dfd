package io.ceiling.harness.main;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.OptionRules;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.text.PlainMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code ceiling}: its subcommands, and the handling of their errors. */
@Command(
        name = "ceiling",
        description =
                "How many connections does a server hold, what does each one cost, and which limit stops the next one?",
        customSynopsis = {"ceiling URL [OPTIONS]", "       ceiling COMMAND [OPTIONS]"},
        mixinStandardHelpOptions = true,
        versionProvider = Ceiling.Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  ceiling demo                                          half a minute: limits and costs of four servers",
            "  ceiling http://127.0.0.1:8080/shop/products           what your server holds, and what stops the next one",
            "  ceiling run --jar=shop.jar --get=/products            the same of an application that Ceiling starts",
            "  ceiling watch http://127.0.0.1:8080/ -- k6 run x.js   which limits another load tool meets, and when",
            "  ceiling size --connections=50k --memory=4g            which settings and how much memory hold them",
            "",
            "ceiling COMMAND --help has the options that most people need, --help=all has all of them; -V the version.",
            "Exit codes: 0 success, 1 an expectation was missed, 2 bad arguments, 3 could not run, or a row is invalid."
        })
public final class Ceiling {

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description =
                    "prints stack traces of unexpected errors; run, probe and climb also print phase times, processor time and"
                            + " warm-up of each scenario")
    private boolean verbose;

    private Ceiling() {}

    public static CommandLine commandLine(CommandContext context) {
        return commandLine(context, false);
    }

    /**
     * Returns the command with all subcommands.
     *
     * @param allOptions true if the help of a command lists all options, not only the common ones
     */
    public static CommandLine commandLine(CommandContext context, boolean allOptions) {
        Ceiling ceiling = new Ceiling();
        CommandLine commandLine = new CommandLine(ceiling);
        CoreCommandGroup.install(commandLine, context);
        commandLine
                .setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8))
                .setUsageHelpWidth(120)
                .setUsageHelpLongOptionsMaxWidth(32)
                // So that -heap=4g is an unknown option, and not -h with a value.
                .setPosixClusteredShortOptionsAllowed(false)
                .setParameterExceptionHandler((e, arguments) -> badArguments(context, e))
                .setExecutionExceptionHandler((e, command, parsed) -> e instanceof CommandException known
                        ? reportKnownError(context, known, parsed)
                        : reportFailure(context, e, ceiling.verbose));
        commandLine.getSubcommands().values().forEach(command -> command.getCommandSpec()
                .versionProvider(new Version()));
        Heading.install(commandLine, allOptions);
        OptionRules.install(commandLine);
        return commandLine;
    }

    private static int badArguments(CommandContext context, ParameterException e) {
        context.err().println("ceiling: " + oneLine(message(e)));
        return ExitCode.BAD_ARGUMENTS;
    }

    // Returns the error message: for a wrong value, the option with the allowed and the given value; for an unknown
    // word, the most similar known one.
    private static String message(ParameterException e) {
        if (e.getCause() instanceof TypeConversionException wrong
                && e.getArgSpec() instanceof OptionSpec option
                && String.valueOf(wrong.getMessage()).startsWith("must ")) {
            return option.longestName() + " " + wrong.getMessage();
        }
        if (e instanceof MissingParameterException missing
                && !text(e).startsWith("Missing required option")
                && !missing.getMissing().isEmpty()
                && missing.getMissing().get(0) instanceof OptionSpec option) {
            return "%s must have a value: %s=%s%s"
                    .formatted(option.longestName(), option.longestName(), option.paramLabel(), hint(e));
        }
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String argument = unmatched.getUnmatched().get(0);
            Optional<String> message = UnknownWords.message(e.getCommandLine(), argument);
            if (message.isPresent()) {
                return message.get();
            }
            String meant = UnknownWords.suggestion(e.getCommandLine(), argument);
            Optional<String> url = unmatched.getUnmatched().stream()
                    .filter(word -> word.matches("(https?|wss?)://.*"))
                    .map(CustomRequest::masked)
                    .findFirst();
            if (e.getCommandLine().getParent() == null
                    && !argument.startsWith("-")
                    && url.isPresent()
                    && meant.isEmpty()) {
                return "ceiling has no command '%s'. Hint: ceiling %s measures that server, ceiling watch %s -- COMMAND watches a load tool"
                        .formatted(argument, url.get(), url.get());
            }
            return text(e) + (meant.isEmpty() ? hint(e) : meant);
        }
        return text(e) + hint(e);
    }

    // Returns the parser's message without indexes into its own lists and without the final dot.
    private static String text(ParameterException e) {
        return String.valueOf(e.getMessage())
                .replaceFirst("Unmatched argument(s?) (?:at|from) index \\d+", "Unknown argument$1")
                .replaceFirst("positional parameter at index [\\d.*]+ \\((\\w+)\\)", "$1")
                .replaceFirst("\\.$", "");
    }

    private static String hint(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        return ". Hint: see %s --help".formatted(command);
    }

    /**
     * Runs one command and returns its exit code. Whatever is thrown becomes one line on standard error: a JVM that ends
     * with an uncaught error has the exit code of a missed expectation.
     */
    static int execute(CommandContext context, String... arguments) {
        NormalizedArguments words;
        try {
            words = NormalizedArguments.of(List.of(arguments));
        } catch (CommandException e) {
            context.err().println("ceiling: " + e.getMessage());
            return e.exitCode();
        }
        if (words.wasProbe()) {
            context.err().println("ceiling: probe --watch is the command ceiling watch URL -- COMMAND now");
        }
        CommandLine commandLine = commandLine(context, words.allOptions());
        // In the command line of another tool, a word with an at sign is no file of options.
        CommandLine command = words.arguments().isEmpty()
                ? null
                : commandLine.getSubcommands().get(words.arguments().get(0));
        commandLine.setExpandAtFiles(command == null || !command.isUnmatchedOptionsArePositionalParams());
        try {
            List<String> meant = words.arguments();
            boolean known = meant.stream()
                    .filter(word -> !word.startsWith("-"))
                    .findFirst()
                    .map(commandLine.getSubcommands()::containsKey)
                    .orElse(true);
            // With a help option, the parser does not report an unknown command.
            return commandLine.execute((known ? meant : NormalizedArguments.withoutHelp(meant)).toArray(String[]::new));
        } catch (OutOfMemoryError e) {
            context.err()
                    .println("ceiling: not enough memory for this JVM: %s. Hint: give it more with CEILING_HEAP=4g"
                            .formatted(e.getMessage()));
            return ExitCode.COULD_NOT_RUN;
            // Errors too: picocli handles only exceptions.
        } catch (Throwable e) {
            Ceiling ceiling = commandLine.getCommand();
            return reportFailure(context, e, ceiling.verbose);
        }
    }

    // Prints the message of an exception. If it begins with a setting that was given, it names the option.
    private static int reportKnownError(CommandContext context, CommandException e, ParseResult root) {
        ParseResult parsed = root;
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        ParseResult given = parsed;
        String message = oneLine(String.valueOf(e.getMessage()));
        boolean isOption = Arrays.stream(Dimension.values())
                .filter(dimension -> message.startsWith(dimension.label() + " must "))
                .anyMatch(dimension -> given.hasMatchedOption(DimensionOptions.option(dimension)));
        context.err().println("ceiling: " + (isOption ? "--" : "") + message);
        return e.exitCode();
    }

    private static int reportFailure(CommandContext context, Throwable e, boolean verbose) {
        if (e instanceof PlainMessage) {
            context.err().println("ceiling: " + oneLine(String.valueOf(e.getMessage())));
            return ExitCode.COULD_NOT_RUN;
        }
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            context.err().println("ceiling: interrupted");
            return ExitCode.COULD_NOT_RUN;
        }
        String trace = trace(e);
        if (verbose) {
            context.err().print(trace);
        }
        context.err().println("ceiling: unexpected error: %s%s".formatted(oneLine(e.toString()), keep(trace)));
        return ExitCode.COULD_NOT_RUN;
    }

    // Writes the stack trace to a file, so that a long run need not be repeated to see it.
    private static String keep(String trace) {
        try {
            Path file = Files.createTempFile("ceiling-error-", ".txt");
            Files.writeString(file, trace, StandardCharsets.UTF_8);
            return "; stack trace in " + file;
        } catch (IOException e) {
            return "; --verbose prints the stack trace";
        }
    }

    private static String trace(Throwable e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }

    private static String oneLine(String text) {
        return String.join(" ", Arrays.asList(text.strip().split("\\s*\\R\\s*")));
    }

    /** The version of the build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            Properties build = new Properties();
            try (InputStream in = Ceiling.class.getResourceAsStream("build.properties")) {
                build.load(in);
            }
            return new String[] {"ceiling " + build.getProperty("version")};
        }
    }
}
