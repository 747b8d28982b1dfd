package io.ceiling.harness.command.show;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunFolderOptions;
import io.ceiling.harness.report.html.RunIndex;
import io.ceiling.harness.report.html.RunReport;
import io.ceiling.harness.run.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code ceiling report}: writes report.html again from the folders of runs, and the index beside them. */
@Command(
        name = "report",
        description = "Writes report.html of a run again, and the index.html that lists all runs.",
        footer = {"  ceiling report                of the latest run", "  ceiling report before after   of two runs"})
public final class ReportCommand extends ParsedCommand {

    private static final String LATEST = "latest";

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description = "folders of runs, or their names in the results folder (default: latest)")
    private List<String> runs = new ArrayList<>();

    @Mixin
    private final RunFolderOptions runFolders = new RunFolderOptions();

    private ReportCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new ReportCommand(context));
    }

    @Override
    public Integer call() {
        List<Path> folders = runFolders.find(context.home(), runs.isEmpty() ? List.of(LATEST) : runs);
        Set<Path> lists = new LinkedHashSet<>();
        for (Path folder : folders) {
            context.out().println("report: " + RunReport.write(folder));
            Path parent = folder.getParent();
            if (parent != null) {
                lists.add(parent);
            }
        }
        lists.forEach(list -> context.out().println("runs: " + RunIndex.write(list)));
        return ExitCode.OK;
    }
}
