package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.climb.ClimbRequest;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.os.UserHome;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CommandLineTest extends CommandLineFixture {

    CommandLineTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/bad-input.txt", delimiter = '|', quoteCharacter = '`', maxCharsPerColumn = -1)
    void badArgumentsAreOneLineAndNothingIsStarted(String arguments, String message) throws IOException {
        List<Path> before = files();

        int exitCode = execute(arguments);

        assertThat(exitCode).isEqualTo(2);
        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .startsWith("ceiling: ")
                .contains(message.replace("CONTAINERS", String.join(", ", Containers.names()))
                        .replace("CONNECTORS", Containers.connectors()));
        assertThat(text(out)).isEmpty();
        assertThat(requests).isEmpty();
        assertThat(others).isEmpty();
        assertThat(files()).isEqualTo(before);
    }

    /** Without its jar a command is an unknown word. */
    @Test
    void everyCommandOfAnExtensionHasALineForTheCaseThatItIsMissing() {
        assertThat(Stream.of(CommandGroup.values())
                        .flatMap(group -> CommandProvider.of(group, context(request -> 0)))
                        .map(CommandLine::getCommandName))
                .as("words in UnknownWords.EXTENSIONS")
                .isNotEmpty()
                .isSubsetOf(UnknownWords.EXTENSIONS.keySet());
    }

    @Test
    void yamlErrorsNameLineAndColumn() throws IOException {
        Path file = Files.writeString(home.resolve("m.yaml"), "container: tomcat\nheap: -5\n");

        assertThat(execute("run", "--matrix", file.toString())).isEqualTo(2);
        assertThat(text(err)).startsWith("ceiling: " + file + ":2:7: heap must be ");
    }

    @ParameterizedTest
    @CsvSource({
        "webapp/target/ceiling-javax.war, --connector=bio, -DskipTests",
        "webapp/target/ceiling.war, --jdk=17, -DskipTests",
        "containers/tomcat/target/app, --connector=nio, -Pcontainer=tomcat -DskipTests",
        "load/target/app, --connector=nio, -DskipTests"
    })
    void aMissingBuildIsOneLineWithTheCommand(String missing, String option, String build) throws IOException {
        Files.delete(home.resolve(missing));

        int exitCode = execute("run", "--container=tomcat", "--thread-kind=platform", option);

        assertThat(exitCode).isEqualTo(3);
        assertThat(text(err))
                .isEqualTo("ceiling: %s is missing or not readable. Hint: build it with mvn %s package in %s%n"
                        .formatted(missing, build, home));
        assertThat(requests).isEmpty();
    }

    @Test
    void runPassesTheExpandedMatrixOn() {
        int exitCode = execute(
                "run --container=jetty --thread-kind platform --workload=websocket --hold=1s --slo=500ms --null-time=0ms --name=mine");

        assertThat(exitCode).isZero();
        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.scenarios())
                    .extracting(
                            Scenario::container, scenario -> scenario.workload().label())
                    .containsOnly(tuple("jetty", "websocket"));
            assertThat(request.ramp().hold()).isEqualTo(Duration.ofSeconds(1));
            assertThat(request.ramp().slo()).isEqualTo(Duration.ofMillis(500));
            assertThat(request.ramp().nullTime()).isZero();
            assertThat(request.ramp().memoryFloorBytes()).isEqualTo(2L << 30);
            assertThat(request.folders().name()).isEqualTo("mine");
            assertThat(request.folders().results()).isEqualTo(home.resolve("results"));
            assertThat(request.folders().resume()).isEmpty();
        });
        assertThat(text(out))
                .matches("mine: 3 scenarios, about \\d+ s\\Reach with heap=.*, unless its line says otherwise\\R");
    }

    @Test
    void verboseMayStandBeforeOrAfterTheCommand() {
        execute("run");
        execute("run", "--verbose");
        execute("--verbose", "run");
        execute("probe", "http://127.0.0.1:8080/ceiling/");
        execute("probe", "http://127.0.0.1:8080/ceiling/", "--verbose");
        execute("climb", "--container=tomcat", "--verbose");

        assertThat(requests).extracting(RunRequest::verbose).containsExactly(false, true, true);
        assertThat(probes).extracting(probe -> probe.run().verbose()).containsExactly(false, true);
        assertThat(others(ClimbRequest.class))
                .extracting(climb -> climb.run().verbose())
                .containsExactly(true);
        // What is measured is the same.
        assertThat(requests).allMatch(request -> !request.commandLine().contains("--verbose"));
    }

    @Test
    void theRunnersExitCodeIsTheCommands() {
        CommandContext context = context(request -> 3);

        assertThat(Ceiling.commandLine(context).execute("run")).isEqualTo(3);
    }

    @Test
    void aDryRunPrintsTheScenariosAndStartsNothing() throws IOException {
        List<Path> before = files();

        assertThat(execute("run", "--container=tomcat", "--dry-run")).isZero();

        assertThat(text(out).lines()).hasSize(41).last().asString().startsWith("each with heap=512m ");
        assertThat(text(out).lines().skip(39).limit(1))
                .singleElement()
                .asString()
                .startsWith("quick-tomcat: 39 scenarios");
        assertThat(requests).isEmpty();
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aRunOfWhatCannotBeMeasuredHereSaysSo() {
        String run = "run --container=tomcat --jdk=17 --thread-kind=virtual";

        assertThat(execute(run + " --dry-run")).isEqualTo(3);
        assertThat(text(out)).contains("  skipped: ").endsWith(" skipped, about 0 s%n".formatted());
        assertThat(execute(run)).isEqualTo(3);
        assertThat(requests).isEmpty();
    }

    @Test
    void aDryRunShowsScenariosOfSeveralServers() {
        assertThat(execute("run", "--container=jetty", "--thread-kind=virtual", "--instances=3", "--dry-run"))
                .isZero();

        assertThat(text(out).lines())
                .contains(
                        "jetty-nio-virtual-recursive-heap512m-nofile2048-x3-jdk25.0.3-fork1",
                        "jetty-nio-virtual-websocket-heap512m-nofile2048-x3-jdk25.0.3-fork1");
        assertThat(text(out)).contains("quick-jetty: 6 scenarios, ").doesNotContain("skipped");
    }

    @Test
    void resumeTakesTheOptionsOfTheInterruptedRun() {
        execute("run", "--container=jetty", "--workload=recursive", "--cap=500", "--name=night");
        RunRequest interrupted = requests.get(0);
        try (RunFolder folder = RunFolder.create(home.resolve("results"), "night", Clock.systemUTC())) {
            folder.writeEnvironment(environment(interrupted.commandLine()), interrupted.ramp());
        }

        assertThat(execute("run", "--resume")).isZero();

        RunRequest resumed = requests.get(1);
        assertThat(resumed.scenarios()).isEqualTo(interrupted.scenarios());
        assertThat(resumed.commandLine()).isEqualTo(interrupted.commandLine());
        assertThat(resumed.folders().resume()).contains(home.resolve("results").resolve("latest"));
    }

    @Test
    void resumeFindsFilesBelowTheUsersHome() throws IOException {
        String userHome = System.getProperty("user.home");
        System.setProperty("user.home", home.toString());
        try {
            Path matrix = Files.writeString(home.resolve("m.yaml"), "container: jetty\n");
            execute(
                    "run",
                    "--matrix=" + matrix,
                    "--jdk=%s,17".formatted(home.resolve("jvm").resolve("25.0.3")));
            RunRequest interrupted = requests.get(0);
            List<String> recorded = interrupted.commandLine().stream()
                    .map(UserHome.current()::hide)
                    .toList();
            assertThat(recorded).contains("--matrix=~/m.yaml", "--jdk=~/jvm/25.0.3,17");
            try (RunFolder folder = RunFolder.create(home.resolve("results"), "night", Clock.systemUTC())) {
                folder.writeEnvironment(environment(recorded), interrupted.ramp());
            }

            assertThat(execute("run", "--resume")).as(text(err)).isZero();

            assertThat(requests.get(1).scenarios()).isNotEmpty().isEqualTo(interrupted.scenarios());
        } finally {
            System.setProperty("user.home", userHome);
        }
    }

    @Test
    void resumeOfARunThatNeverWroteItsOptionsAsksForThem() {
        RunFolder.create(home.resolve("results"), "night", Clock.systemUTC()).close();

        assertThat(execute("run", "--resume=latest")).isEqualTo(2);
        assertThat(text(err)).contains("was interrupted before it wrote its options. Hint: give them again");

        assertThat(execute("run", "--resume=latest", "--container=jetty")).isZero();
    }

    @ParameterizedTest
    @MethodSource("errorsOfTheJvm")
    void anErrorOfTheJvmIsOneLineAndNoMissedExpectation(Error error, String line) throws IOException {
        CommandContext context = context(request -> {
            throw error;
        });

        assertThat(Ceiling.execute(context, "run")).isEqualTo(ExitCode.COULD_NOT_RUN);

        assertThat(text(err).strip()).startsWith(line).hasLineCount(1);
        if (line.endsWith(" in ")) {
            Files.delete(Path.of(text(err).strip().substring(line.length())));
        }
    }

    private static Stream<Arguments> errorsOfTheJvm() {
        return Stream.of(
                Arguments.of(
                        new OutOfMemoryError("Java heap space"),
                        "ceiling: not enough memory for this JVM: Java heap space. Hint: give it more with CEILING_HEAP=4g"),
                Arguments.of(
                        new StackOverflowError(),
                        "ceiling: unexpected error: java.lang.StackOverflowError; stack trace in "),
                Arguments.of(
                        new NoClassDefFoundError("a/B"),
                        "ceiling: unexpected error: java.lang.NoClassDefFoundError: a/B; stack trace in "));
    }

    @Test
    void unexpectedErrorsAreOneLineAndTheTraceIsKept() throws IOException {
        CommandContext context = context(request -> {
            throw new IllegalStateException("first line\nsecond line");
        });

        int exitCode = Ceiling.commandLine(context).execute("run");

        assertThat(exitCode).isEqualTo(3);
        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .startsWith(
                        "ceiling: unexpected error: java.lang.IllegalStateException: first line second line; stack trace in ");
        Path trace = Path.of(text(err).strip().replaceFirst(".* in ", ""));
        assertThat(Files.readString(trace)).contains("CommandLineTest");
        Files.delete(trace);
    }

    @Test
    void aResultsFolderThatCannotBeWrittenIsOneLine() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        CommandContext context = context(request -> {
            RunRequest.Folders folders = ((RunRequest) request).folders();
            RunFolder.create(folders.results(), folders.name(), Clock.systemUTC())
                    .close();
            return 0;
        });

        assertThat(Ceiling.commandLine(context).execute("run", "--results", file.toString()))
                .isEqualTo(3);
        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .startsWith("ceiling: results folder " + file + " cannot be written: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | --help", "help | --help",
                "-h | --help", "help run | run --help",
                "--help run | run --help", "help --help | --help",
                "run help | run --help", "--verbose run -h | run --help",
                "help run --help=all | run --help=all", "-help run | run --help",
                "help watch | watch --help", "--verbose help | --help",
                "--verbose help size | size --help", "help http://127.0.0.1:8080/shop | probe --help",
                "version | --version"
            })
    void wordsAskForWhatOptionsDo(String words, String options) {
        execute(options);
        String wanted = text(out);
        out.reset();

        assertThat(execute(words)).isZero();

        assertThat(text(out)).isNotBlank().isEqualTo(wanted);
        assertThat(text(err)).isEmpty();
    }

    @Test
    void theFirstHelpHasEveryCommandInAGroupAndExamplesThatAreUnderstood() {
        assertThat(execute("")).isZero();

        String help = text(out);
        assertThat(Ceiling.commandLine(context(request -> 0)).getSubcommands().keySet())
                .allSatisfy(command -> assertThat(help.lines())
                        .filteredOn(line -> line.startsWith("  " + command + " "))
                        .hasSize(1));
        assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(help.lines().filter(line -> line.startsWith("  ceiling ")))
                .hasSize(5)
                .allSatisfy(example -> {
                    List<String> words =
                            List.of(example.strip().split(" {3,}")[0].split(" "));
                    CommandLine.ParseResult parsed = Ceiling.commandLine(context(request -> 0))
                            .parseArgs(NormalizedArguments.of(words.subList(1, words.size()))
                                    .arguments()
                                    .toArray(String[]::new));
                    assertThat(parsed.hasSubcommand()).as(example).isTrue();
                });
    }

    @Test
    void aUrlIsProbed() {
        assertThat(execute("http://127.0.0.1:8080/shop --get=/products"))
                .as(text(err))
                .isZero();
        assertThat(execute("--verbose wss://127.0.0.1:8443/shop --websocket=/chat"))
                .as(text(err))
                .isZero();

        assertThat(execute("--get=/products http://127.0.0.1:8080/shop"))
                .as(text(err))
                .isZero();

        assertThat(probes).extracting(probe -> probe.run().verbose()).containsExactly(false, true, false);
        assertThat(probes.get(0).run().commandLine())
                .containsExactly("probe", "http://127.0.0.1:8080/shop", "--get=/products");
        assertThat(probes.get(2).run().commandLine())
                .containsExactlyInAnyOrder("probe", "http://127.0.0.1:8080/shop", "--get=/products");
    }

    @Test
    void helpNamesTheCommandsAndEndsWell() {
        assertThat(execute("--help")).isZero();
        assertThat(text(out)).contains("run", "doctor", "serve", "3 could not run, or a row is invalid");
        assertThat(execute("run", "--help")).isZero();
        assertThat(text(out))
                .contains("--thread-kind", "--max-connections")
                .containsIgnoringWhitespaces("one of " + String.join(", ", Containers.names()) + " or all");
        assertThat(execute("--version")).isZero();
        assertThat(text(out)).containsPattern("ceiling \\d");
    }

    @Test
    void everyCommandTellsTheVersion() {
        for (String command :
                Ceiling.commandLine(context(request -> 0)).getSubcommands().keySet()) {
            out.reset();

            assertThat(execute(command, "-V")).as(command).isZero();
            assertThat(text(out)).as(command).matches("ceiling \\d.*\\R");
        }
    }

    @Test
    void theHelpOfARampHasTheDefaultsOfItsPresets() {
        RampSettings usual = Preset.QUICK.ramp(1);
        RampSettings longer = Preset.FULL.ramp(1);
        String defaults = "(default: %dms, in longer presets %ds)";

        execute("run", "--help=all");

        assertThat(text(out))
                .containsIgnoringWhitespaces(
                        "0ms: not "
                                + defaults.formatted(
                                        usual.nullTime().toMillis(),
                                        longer.nullTime().toSeconds()),
                        "7s "
                                + defaults.formatted(
                                        usual.slo().toMillis(), longer.slo().toSeconds()));
    }
}
