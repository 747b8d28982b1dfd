package io.ceiling.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HeadingTest extends CommandLineFixture {

    HeadingTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private static final Pattern HEADING = Pattern.compile("^([A-Z][A-Za-z ,]+):$", Pattern.MULTILINE);

    static List<String> commands() {
        return List.of("run", "probe", "watch", "climb", "rooms", "traffic", "report", "compare", "doctor", "serve");
    }

    private CommandLine command(String name) {
        return Objects.requireNonNull(
                Ceiling.commandLine(context(request -> 0)).getSubcommands().get(name));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionIsListedOnceAndTheHeadingsHaveOneOrder(String name) {
        CommandLine command = command(name);
        String help = command.getUsageMessage();
        List<String> headings =
                HEADING.matcher(help).results().map(match -> match.group(1)).toList();

        assertThat(headings).isNotEmpty();
        assertThat(Stream.of(Heading.values()).map(Heading::words).filter(headings::contains))
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
}
