package io.ceiling.harness.command.run;

import io.ceiling.harness.cli.BuildCheck;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Converters;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Excludes;
import io.ceiling.harness.cli.ExpectOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.JarOptions;
import io.ceiling.harness.cli.Needs;
import io.ceiling.harness.cli.OptionRules;
import io.ceiling.harness.cli.OutputOptions;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RecordedCommand;
import io.ceiling.harness.cli.RecordedFiles;
import io.ceiling.harness.cli.RequestOptions;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.cli.RunOptions;
import io.ceiling.harness.expect.Expectations;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Matrix;
import io.ceiling.harness.matrix.MatrixFile;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.os.UserHome;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.run.Output;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ceiling run}: turns options into a request, checked as far as possible without starting a process.
 */
@Command(
        name = RunCommand.NAME,
        description = "Finds the ceiling of every scenario of a matrix.",
        footer = {
            "  ceiling run --container=tomcat --workload=websocket                  idle WebSockets in Tomcat",
            "  ceiling run --jar=shop.jar --get=/products                           a Spring Boot application of yours",
            "  ceiling run --war=shop.war --websocket=/chat                         a WAR of yours, in Tomcat, Jetty and Undertow",
            "  ceiling run -c tomcat,jetty -w keep-alive --heap=256m,1g --dry-run   the rows of a matrix, and how long they take",
            "  ceiling run -c jetty -w websocket --expect='ceiling>=1900'           exit code 1 if it holds fewer"
        })
@Heading.Under(Heading.MEASURE)
public final class RunCommand extends ParsedCommand {

    public static final String NAME = "run";

    private static final String LATEST = "latest";

    @Heading.FirstScreen
    @Excludes("--matrix")
    @Option(
            names = "--preset",
            paramLabel = "NAME",
            converter = Presets.class,
            description = "demo (half a minute), smoke, quick (default, minutes), seeds, peers or full (hours)")
    private @Nullable Preset preset;

    @Option(names = "--matrix", paramLabel = "FILE", description = "YAML file with the matrix, instead of a preset")
    private @Nullable Path matrixFile;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Heading.Under(Heading.OWN_APPLICATION)
    @Heading.FirstScreen
    @Needs({"--get", "--in-flight", RequestOptions.MIX, RequestOptions.HOLD, "--sse", "--websocket"})
    @Option(
            names = "--war",
            paramLabel = "FILE",
            description = "WAR of your application, deployed in each container; with one request, such as --get")
    private @Nullable Path war;

    @Mixin
    private final JarOptions jar = new JarOptions();

    @Mixin
    private final RequestOptions requests = new RequestOptions();

    @Mixin
    private final ExpectOptions expect = new ExpectOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Heading.Under(Heading.RESULTS)
    @Option(
            names = "--resume",
            paramLabel = "DIR",
            arity = "0..1",
            fallbackValue = LATEST,
            description =
                    "continues an interrupted run: its folder, or its name in the results folder (default: latest)")
    private @Nullable String resume;

    @Heading.Under(Heading.RESULTS)
    @Heading.FirstScreen
    @Excludes({OutputOptions.JSON, OutputOptions.QUIET})
    @Option(names = "--dry-run", description = "prints the scenarios and the estimated time; starts nothing")
    private boolean dryRun;

    private RunCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new RunCommand(context));
        DimensionOptions.add(commandLine.getCommandSpec(), Arrays.asList(Dimension.values()));
        RunOption.add(commandLine.getCommandSpec(), NAME);
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Path resultsFolder = options.folder().results(context.home());
        Optional<Path> resumed = Optional.ofNullable(resume).map(given -> resumed(resultsFolder, given));
        RunRequest request = resumed.isPresent() && !choosesScenarios()
                ? recorded(resumed.get(), resultsFolder)
                : request(resultsFolder, resumed);
        HostLimits limits = context.limits().get();
        RunSummary summary = new RunSummary(request, limits);
        Output printed = output.of(spec());
        if (dryRun || !summary.measuresAny()) {
            summary.scenarios().forEach(context.out()::println);
            summary.lines().forEach(context.out()::println);
            return summary.measuresAny() ? ExitCode.OK : ExitCode.COULD_NOT_RUN;
        }
        context.requireCapacity(request);
        BuildCheck.requireServersAndLoad(context, request.scenarios());
        if (!printed.isForPrograms()) {
            summary.lines().forEach(context.out()::println);
        }
        RunRequest run = request.printing(printed);
        return context.starter().start(run, run, frame -> new BenchmarkRunner(frame).run(run));
    }

    private RunRequest request(Path resultsFolder, Optional<Path> resumed) {
        return CommandException.checkArguments(() -> checkedRequest(resultsFolder, resumed));
    }

    private RunRequest checkedRequest(Path resultsFolder, Optional<Path> resumed) {
        Map<Dimension, List<String>> given = DimensionOptions.parseValues(parsed());
        Optional<UserApplication> ofJar = jar.application(requests, given);
        Optional<UserApplication> own = ofJar.isPresent() ? ofJar : OwnWar.of(war, requests, given);
        Matrix matrix = ofJar.map(application -> JarOptions.matrix(application, given, context))
                .orElseGet(this::matrix);
        List<Scenario> matrixScenarios = (ofJar.isPresent()
                        ? matrix
                        : matrix.narrow(own.isPresent() ? OwnWar.withPlaceholderWorkload(given) : given))
                .expand(SingleScenario.matrixHost(context), options.cap());
        ofJar.ifPresent(application -> JarOptions.requireSettings(application, matrixScenarios));
        List<Scenario> scenarios = own.isPresent()
                ? matrixScenarios.stream()
                        .map(scenario -> scenario.with(Work.of(Workloads.CUSTOM, own.get())))
                        .toList()
                : matrixScenarios;
        requireRequestedContainers(given, matrix, scenarios);
        Expectations expectations = expect.expectations();
        requireJudged(expectations, scenarios);
        return withExtensionOptions(new RunRequest(
                        new RunRequest.Folders(
                                context.home(), resultsFolder, name(matrix, scenarios), resumed, own.isPresent()),
                        scenarios,
                        options.ramp(
                                matrix.rampPreset().ramp(context.limits().get().memoryFloorBytes())),
                        recordedArguments())
                .expecting(expectations));
    }

    private Matrix matrix() {
        return matrixFile == null
                ? preset().matrix(context.nofileHard())
                : MatrixFile.read(matrixFile, context.nofileHard());
    }

    // Rejects expectations that match no scenario, and expectations on response times of a cold server.
    private static void requireJudged(Expectations expectations, List<Scenario> scenarios) {
        expectations.firstWithoutScenario(scenarios).ifPresent(expectation -> {
            throw CommandException.badArguments(
                    "--expect '%s' names none of the scenarios, which ceiling run --dry-run lists"
                            .formatted(expectation.text()));
        });
        expectations.firstAboutColdBurst(scenarios).ifPresent(expectation -> {
            throw CommandException.badArguments(
                    "--expect '%s': the response times of a ramp are those of one burst to a server that is seconds old. Hint: ceiling traffic --loads=50 --expect='load50.p99<=20ms' judges a warm server at a stated load"
                            .formatted(expectation.text()));
        });
    }

    private boolean choosesScenarios() {
        return preset != null
                || matrixFile != null
                || war != null
                || jar.isGiven()
                || options.changeRamp()
                || hasExtensionOptions()
                || !DimensionOptions.parseValues(parsed()).isEmpty();
    }

    // Returns the request with which the run in that folder was started; expectations given now replace the recorded
    // ones.
    private RunRequest recorded(Path folder, Path resultsFolder) {
        List<String> arguments = RunFolder.commandLine(folder);
        if (arguments.isEmpty()) {
            throw CommandException.badArguments(
                    "--resume: %s was interrupted before it wrote its options. Hint: give them again"
                            .formatted(folder));
        }
        if (!output.of(spec()).isForPrograms()) {
            context.out().println("resuming: " + Cell.text(String.join(" ", arguments)));
        }
        arguments.stream()
                .flatMap(one -> RecordedCommand.masked(one).stream())
                .findFirst()
                .ifPresent(option -> {
                    throw CommandException.badArguments(
                            "--resume: the value of %s is not recorded. Hint: give the options of the run again, beside --resume"
                                    .formatted(option));
                });
        // Recorded arguments must not be expanded as @FILE, which could add others.
        CommandLine recordedLine = commandLine(context).setExpandAtFiles(false);
        OptionRules.convert(recordedLine);
        List<String> nodes = hostsGivenNow();
        if (nodes.isEmpty() && arguments.stream().anyMatch(RunCommand::namesAHost)) {
            throw CommandException.badArguments(
                    "--resume: commands of --hosts are not taken from a results folder. Hint: give --hosts again, beside --resume");
        }
        recordedLine.parseArgs(Stream.concat(arguments.stream().skip(1).filter(one -> !namesAHost(one)), nodes.stream())
                .filter(argument -> !expect.isGiven() || !ExpectOptions.isExpectOption(argument))
                .map(UserHome.current()::restore)
                .toArray(String[]::new));
        RunCommand recordedCommand = recordedLine.getCommand();
        recordedCommand
                .requests
                .request()
                .map(CustomRequest::path)
                .filter(CustomRequest::isMasked)
                .ifPresent(path -> {
                    throw CommandException.badArguments(
                            "--resume: the values of the query of '%s' are not recorded. Hint: give the options of the run again, beside --resume"
                                    .formatted(path));
                });
        recordedCommand.requireFilesOfTheUser(new RecordedFiles(List.of(folder, resultsFolder)));
        OptionRules.check(recordedLine.getParseResult());
        RunRequest request = recordedCommand.request(resultsFolder, Optional.of(folder));
        if (!expect.isGiven()) {
            return request;
        }
        requireJudged(expect.expectations(), request.scenarios());
        return request.expecting(expect.expectations());
    }

    private static boolean namesAHost(String argument) {
        return argument.startsWith(OtherHosts.OPTION + "=");
    }

    // Their start commands are executed, so they are never read from a folder.
    private List<String> hostsGivenNow() {
        return Optional.ofNullable(parsed().matchedOption(OtherHosts.OPTION)).stream()
                .flatMap(option -> option.originalStringValues().stream())
                .map(text -> OtherHosts.OPTION + "=" + text)
                .toList();
    }

    private void requireFilesOfTheUser(RecordedFiles files) {
        if (matrixFile != null) {
            files.requireFile("--matrix", matrixFile);
        }
        if (war != null) {
            files.requireFile("--war", war);
        }
        jar.requireFile(files);
        String option = DimensionOptions.option(Dimension.JDK);
        DimensionOptions.parseValues(parsed())
                .getOrDefault(Dimension.JDK, List.of())
                .forEach(jdk -> files.requireJdk(option, jdk));
    }

    private static Path resumed(Path resultsFolder, String given) {
        Path named = resultsFolder.resolve(given);
        Path folder = Files.isDirectory(named) ? named : Path.of(given);
        if (!Files.isRegularFile(folder.resolve("ceilings.csv"))) {
            throw CommandException.badArguments(
                    "--resume must be the folder of a run, with a ceilings.csv in it, was '%s' (looked in %s)"
                            .formatted(given, resultsFolder));
        }
        return folder.toAbsolutePath();
    }

    // Requires a scenario for each container that was named; only "all" may leave out a container without one.
    private void requireRequestedContainers(
            Map<Dimension, List<String>> given, Matrix matrix, List<Scenario> scenarios) {
        List<String> texts = parsed().matchedOptionValue(DimensionOptions.option(Dimension.CONTAINER), List.of());
        if (texts.stream().anyMatch(text -> text.contains("all"))) {
            return;
        }
        for (String container : given.getOrDefault(Dimension.CONTAINER, List.of())) {
            if (scenarios.stream().noneMatch(scenario -> scenario.container().equals(container))) {
                throw CommandException.badArguments("--container: "
                        + matrix.narrow(given)
                                .missingScenarioReason(container)
                                .orElse("%s has none of the connectors %s"
                                        .formatted(
                                                container,
                                                String.join(
                                                        ", ", given.getOrDefault(Dimension.CONNECTOR, List.of())))));
            }
        }
    }

    private String name(Matrix matrix, List<Scenario> scenarios) {
        return options.folder().name(matrix.name() + "-" + Scenarios.container(scenarios));
    }

    private Preset preset() {
        return preset == null ? Preset.QUICK : preset;
    }

    // Returns the command line with the preset, because the default preset may be another one when the run is
    // resumed. A jar has none.
    private List<String> recordedArguments() {
        List<String> arguments = new ArrayList<>(RecordedCommand.of(spec()));
        if (preset == null && matrixFile == null && !jar.isGiven()) {
            arguments.add(1, "--preset=" + preset().label());
        }
        return arguments;
    }

    static final class Presets extends Converters.OneOf<Preset> {
        Presets() {
            super(List.of(Preset.values()), Preset::label);
        }
    }
}
