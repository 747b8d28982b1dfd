package io.ceiling.requests;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RecordedCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ceiling curl}: a pasted curl command becomes a probe of requests in flight. */
@Command(
        name = "curl",
        description =
                "Takes a curl command as a browser copies it, and finds how many such requests are answered at once.",
        customSynopsis = {
            "ceiling curl [OPTIONS OF CURL AND PROBE] URL",
            "       ceiling curl -   (the text of a command, from standard input)"
        },
        footer = {
            "  ceiling curl 'http://127.0.0.1:8080/orders' -H 'Content-Type: application/json' --data-raw '{\"id\":1}'",
            "  ceiling curl http://127.0.0.1:8080/orders -d id=1 --cap=500   options of probe have their values behind =",
            "  ceiling curl - < copied.txt                                   of bash, or of cmd with its carets"
        })
@Heading.Under(Heading.EXTERNAL)
final class CurlCommand extends ParsedCommand {

    // Longer than any command that a browser copies.
    private static final int MAX_BYTES = 16 << 20;

    @Parameters(
            index = "0..*",
            arity = "0..*",
            paramLabel = RecordedCommand.PROGRAM,
            hidden = true,
            description = "the words of the command")
    private List<String> words = new ArrayList<>();

    private CurlCommand(CommandContext context) {
        super(context);
    }

    static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new CurlCommand(context)).setUnmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() {
        CommandLine root = Objects.requireNonNull(spec().commandLine().getParent());
        CommandLine probe = Objects.requireNonNull(root.getSubcommands().get("probe"));
        CurlProbe curl;
        try {
            List<String> commandWords = words();
            // The command may have a prompt, as on web pages, or the name of the program on Windows.
            int prompt = !commandWords.isEmpty() && commandWords.get(0).equals("$") ? 1 : 0;
            boolean named =
                    commandWords.size() > prompt && commandWords.get(prompt).matches("curl(\\.exe)?");
            curl = CurlProbe.of(
                    commandWords.subList(named ? prompt + 1 : 0, commandWords.size()),
                    probe.getCommandSpec().optionsMap().entrySet().stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey,
                                    option -> option.getValue().arity().max() > 0)));
        } catch (IllegalArgumentException e) {
            throw CommandException.badArguments(String.valueOf(e.getMessage()));
        }
        context.out()
                .println("as: ceiling "
                        + curl.arguments().stream().map(CurlCommand::shown).collect(Collectors.joining(" ")));
        curl.notes().forEach(context.out()::println);
        List<String> arguments = new ArrayList<>(List.of("probe"));
        arguments.addAll(curl.arguments());
        return root.setExpandAtFiles(false).execute(arguments.toArray(String[]::new));
    }

    // Returns the words: those of the command line, or of a text that is the only one, or standard input.
    private List<String> words() {
        if (words.size() != 1
                || !(words.get(0).equals("-") || words.get(0).strip().contains(" "))) {
            return words;
        }
        try {
            return ShellWords.of(
                    words.get(0).equals("-")
                            ? new String(System.in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8)
                            : words.get(0));
        } catch (IllegalArgumentException e) {
            throw CommandException.badArguments("the command " + e.getMessage());
        } catch (IOException e) {
            throw CommandException.badArguments("the command cannot be read from standard input: " + e.getMessage());
        }
    }

    // Returns an argument for the user, in quotes where a shell needs them, without what may be a secret.
    private static String shown(String argument) {
        String text = RecordedCommand.shown(argument);
        return text.matches("[A-Za-z0-9_@%+=:,./?&-]*") && !text.contains("&") && !text.contains("?")
                ? text
                : "'" + text + "'";
    }
}
