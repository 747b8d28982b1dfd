package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** docs/cli.md is what the commands say of themselves. */
class CliPageTest extends CommandLineFixture {

    private static final Path PAGE = Path.of("..", "..", "docs", "cli.md");
    private static final String WRITE = "ceiling.write-docs";

    CliPageTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void thePageIsWhatTheCommandsSay() throws IOException {
        String page = page();
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE)
                .as(
                        "mvn -pl ext/all -am test -Dtest=CliPageTest -Dsurefire.failIfNoSpecifiedTests=false -D%s=true writes it",
                        WRITE)
                .content(StandardCharsets.UTF_8)
                .isEqualTo(page);
    }

    private String page() {
        CommandLine root = Ceiling.commandLine(context(request -> 0), true);
        return """
                # Commands and options

                What each command prints with `--help=all`. The build writes this page from the commands.
                `--help` alone has the options that most people need.

                ## ceiling
                %s
                ## Short options

                | short | long |
                |---|---|
                %s
                """
                .formatted(
                        Stream.concat(
                                        Stream.of(block(root)),
                                        root.getSubcommands().values().stream()
                                                .map(command -> "\n## ceiling %s\n".formatted(command.getCommandName())
                                                        + block(command)))
                                .collect(Collectors.joining()),
                        shortNames(root));
    }

    private static String block(CommandLine command) {
        return command.getUsageMessage()
                .lines()
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n", "\n```text\n", "\n```\n"));
    }

    private static String shortNames(CommandLine root) {
        TreeMap<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (CommandLine command : root.getSubcommands().values()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                List.of(option.names()).stream()
                        .filter(name -> !name.startsWith("--"))
                        .forEach(name -> names.put(name, option.longestName()));
            }
        }
        return names.entrySet().stream()
                .map(name -> "| `%s` | `%s` |".formatted(name.getKey(), name.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
