package io.ceiling.compare;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunFolderOptions;
import io.ceiling.harness.expect.JUnitXml;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.run.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code ceiling compare}: shows the figures that moved beyond the noise between the first run and each of
 * the others.
 */
@Command(
        name = "compare",
        description = "Shows which figures moved beyond the noise from the first run to each of the others.",
        customSynopsis = "ceiling compare [OPTIONS] DIR DIR...",
        footer = {
            "  ceiling compare before latest                           what moved beyond the noise",
            "  ceiling compare before latest --fail-on='ceiling<-5%%'   exit code 1 if one falls",
            "  ceiling compare before latest --markdown=comment.md     for a pull request"
        })
@Heading.Under(Heading.RESULTS)
public final class CompareCommand extends ParsedCommand {

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description =
                    "folders of runs, or their names in the results folder; the others are compared with the first")
    private List<String> runs = new ArrayList<>();

    @Option(
            names = "--fail-on",
            paramLabel = "LIST",
            description =
                    "exits with 1 if a metric moves by more than this, or cannot be judged: ceiling<-5%%,heap_bytes_per_connection>+10%%"
                            + " (also direct_ and rss_bytes_per_connection)")
    private @Nullable String failOn;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "writes the comparison as Markdown, for a comment on a pull request")
    private @Nullable Path markdown;

    @Option(names = "--junit", paramLabel = "FILE", description = "writes JUnit XML with a test for each figure")
    private @Nullable Path junit;

    @Option(names = "--all", description = "also prints the figures that did not move")
    private boolean all;

    @Mixin
    private final RunFolderOptions runFolders = new RunFolderOptions();

    private CompareCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new CompareCommand(context));
    }

    @Override
    public Integer call() {
        if (runs.size() < 2) {
            throw CommandException.badArguments(
                    "compare must have two runs or more, %s. Hint: ceiling compare %s latest"
                            .formatted(
                                    runs.isEmpty() ? "was given none" : "was '%s' alone".formatted(runs.get(0)),
                                    runs.isEmpty() ? "BEFORE" : runs.get(0)));
        }
        List<Threshold> thresholds = CommandException.checkArguments(
                () -> failOn == null ? List.of() : Threshold.parse("--fail-on", failOn));
        List<Path> folders = runFolders.find(context.home(), runs);
        if (folders.stream().distinct().count() < folders.size()) {
            throw CommandException.badArguments(
                    "DIR must be different runs, were %s".formatted(String.join(" and ", runs)));
        }
        Path first = folders.get(0);
        List<CsvRow> before = CsvTable.ceilings(first.resolve("ceilings.csv"));
        List<String> comments = new ArrayList<>();
        List<JUnitXml.Suite> suites = new ArrayList<>();
        boolean kept = true;
        for (Path second : folders.subList(1, folders.size())) {
            Comparison comparison = Comparison.of(before, CsvTable.ceilings(second.resolve("ceilings.csv")));
            List<String> environment = EnvironmentDifferences.read(first, second);
            Judgement judgement = Judgement.of(comparison, thresholds);
            CompareText.console(name(first), name(second), comparison, judgement, environment, all)
                    .forEach(context.out()::println);
            comments.addAll(CompareText.markdown(name(first), name(second), comparison, judgement, environment, all));
            suites.add(CompareJUnit.suite(name(first) + ", then " + name(second), comparison, judgement));
            for (Comparison.ComparedMetric line : judgement.crossedMetrics()) {
                context.out()
                        .println("--fail-on: %s of %s".formatted(line.metric().label(), line.scenario()));
            }
            kept &= judgement.hasPassed();
        }
        write("--markdown", markdown, String.join("\n", comments) + "\n");
        write("--junit", junit, JUnitXml.file(suites));
        return kept ? ExitCode.OK : ExitCode.MISSED;
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName());
    }

    private static void write(String option, @Nullable Path file, String text) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw CommandException.couldNotRun("%s: %s cannot be written: %s".formatted(option, file, e), e);
        }
    }
}
