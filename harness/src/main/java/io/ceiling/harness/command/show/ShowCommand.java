package io.ceiling.harness.command.show;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Excludes;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.OutputOptions;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunFolderOptions;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.RunSetup;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.SummaryJson;
import io.ceiling.harness.report.console.RunScreen;
import io.ceiling.harness.report.console.Terminal;
import io.ceiling.harness.report.console.TerminalColors;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.run.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ceiling show}: prints the results of a run again, for people or programs. */
@Command(
        name = "show",
        description = "Prints the results of a run again, as a screen, every row, CSV or JSON.",
        footer = {
            "  ceiling show                 the screen of the latest run",
            "  ceiling show before --wide   every row of a run, with all its figures",
            "  ceiling show --csv           summary.csv, a row for each scenario"
        })
@Heading.Under(Heading.RESULTS)
public final class ShowCommand extends ParsedCommand {

    private static final String LATEST = "latest";
    private static final String STEPS = "steps.csv";

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            defaultValue = LATEST,
            description = "folder of a run, or its name in the results folder (default: latest)")
    private String run = LATEST;

    @Mixin
    private final RunFolderOptions runFolders = new RunFolderOptions();

    @Heading.FirstScreen
    @Excludes({"--csv", OutputOptions.JSON})
    @Option(
            names = "--wide",
            description = "first a table with every row and all its figures, as table.txt of the folder")
    private boolean wide;

    @Heading.FirstScreen
    @Excludes(OutputOptions.JSON)
    @Option(names = "--csv", description = "summary.csv: a row for each scenario, 16 columns")
    private boolean csv;

    @Heading.FirstScreen
    @Option(names = OutputOptions.JSON, description = "the same as one JSON document, with the evidence of each limit")
    private boolean json;

    private ShowCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new ShowCommand(context));
    }

    @Override
    public Integer call() {
        Path folder = runFolders.find(context.home(), List.of(run)).get(0);
        List<CsvRow> rows = CsvTable.read(folder, RunFolder.CEILINGS).rows();
        if (rows.isEmpty()) {
            throw CommandException.badArguments(
                    "show needs a run with ceilings, of run, probe or climb, and %s has none. Hint: its other files, and report.html, have its results"
                            .formatted(folder));
        }
        RunSetup setup = RunSetup.of(folder);
        if (csv) {
            context.out().print(new String(Summary.file(Summary.of(rows)), StandardCharsets.UTF_8));
        } else if (json) {
            context.out().println(SummaryJson.of(folder, rows, setup));
        } else {
            List<String> lines = wide
                    ? RunScreen.wide(rows, CsvTable.read(folder, STEPS).rows(), setup)
                    : RunScreen.lines(rows, setup);
            TerminalColors.of(lines, Terminal.isAttached()).forEach(context.out()::println);
            if (!wide) {
                context.out().println();
                RunScreen.next(rows, setup).forEach(context.out()::println);
                context.out().println("results: " + folder);
            }
        }
        return ExitCode.OK;
    }
}
