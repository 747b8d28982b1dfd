package io.ceiling.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.Ceiling;
import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.main.NormalizedArguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

class HeadingTest extends CommandLineFixture {

    HeadingTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^ '])+");
    private static final Pattern HEADING = Pattern.compile("^([A-Z][A-Za-z ,]+):$", Pattern.MULTILINE);

    static List<String> commands() {
        return List.of("run", "probe", "watch", "climb", "rooms", "traffic", "report", "compare", "doctor", "serve");
    }

    private CommandLine command(String name) {
        return Objects.requireNonNull(Ceiling.commandLine(context(request -> 0), true)
                .getSubcommands()
                .get(name));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionIsListedOnceAndTheHeadingsHaveOneOrder(String name) {
        CommandLine command = command(name);
        String help = command.getUsageMessage().split("Examples:")[0];
        List<String> headings =
                HEADING.matcher(help).results().map(match -> match.group(1)).toList();

        assertThat(headings).isNotEmpty();
        assertThat(Stream.of(Heading.values()).map(Heading::title).filter(headings::contains))
                .as("order of the headings")
                .containsExactlyElementsOf(headings);
        for (OptionSpec option : command.getCommandSpec().options()) {
            Pattern listed =
                    Pattern.compile("^ .*" + Pattern.quote(option.longestName()) + "([ =\\[]|$)", Pattern.MULTILINE);
            assertThat(listed.matcher(help).results().count())
                    .as("%s in the help of %s", option.longestName(), name)
                    .isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void onlyWhatConcernsNoRunHasNoHeadingOfItsOwn(String name) {
        CommandLine command = command(name);

        assertThat(command.getCommandSpec().options().stream()
                        .filter(option -> Heading.of(option) == Heading.OTHER)
                        .map(OptionSpec::longestName)
                        .collect(Collectors.toSet()))
                .isSubsetOf("--help", "--version", "--verbose");
    }

    /** A screen has 40 lines of 120 columns. */
    @Test
    void theHelpOfEachCommandIsAScreenThatEndsInExamples() {
        for (CommandLine command :
                Ceiling.commandLine(context(request -> 0)).getSubcommands().values()) {
            String name = command.getCommandName();
            List<String> help = command.getUsageMessage().lines().toList();

            assertThat(help).as(name).hasSizeLessThanOrEqualTo(40).allSatisfy(line -> assertThat(line)
                    .hasSizeLessThanOrEqualTo(120));
            assertThat(help.subList(help.indexOf("Examples:") + 1, help.size()))
                    .as(name)
                    .hasSizeBetween(2, 5)
                    .allSatisfy(HeadingTest.this::isUnderstood);
        }
    }

    private void isUnderstood(String example) {
        List<String> words = WORD.matcher(example.strip().split(" {3,}")[0].replaceFirst("^source <\\((.*)\\)$", "$1"))
                .results()
                .map(word -> word.group().replace("'", ""))
                .toList();
        assertThat(words).startsWith("ceiling");
        ParseResult parsed = Ceiling.commandLine(context(request -> 0))
                .parseArgs(NormalizedArguments.of(words.subList(1, words.size()))
                        .arguments()
                        .toArray(String[]::new));
        assertThat(DimensionOptions.parseValues(parsed.subcommand()))
                .as(example)
                .isNotNull();
    }

    @Test
    void theFirstScreenNamesTheOthers() {
        assertThat(execute("run --help")).isZero();
        String first = text(out);
        out.reset();
        assertThat(execute("run --help=all")).isZero();

        assertThat(first)
                .contains("ceiling run --help=all", "-c, --container", "--cap")
                .doesNotContain("--null-time");
        assertThat(text(out)).contains("--container", "--null-time", "--verbose", "--version");
    }
}
