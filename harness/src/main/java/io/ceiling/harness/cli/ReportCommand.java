package io.ceiling.harness.cli;

import io.ceiling.harness.report.html.RunIndex;
import io.ceiling.harness.report.html.RunReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ceiling report}: renders report.html again from the folders of runs, and the list of runs beside them. */
@Command(
        name = "report",
        description = "Makes report.html again from the folder of a run, and index.html of the folder it is in.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

    private static final String LATEST = "latest";

    private final Surface surface;

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description = "folders of runs, or their names in the results folder (default: latest)")
    private List<String> runs = new ArrayList<>();

    @Option(names = "--results", paramLabel = "FOLDER", description = "where names are looked for")
    private @Nullable Path results;

    private ReportCommand(Surface surface) {
        this.surface = surface;
    }

    static CommandLine commandLine(Surface surface) {
        return new CommandLine(new ReportCommand(surface));
    }

    @Override
    public Integer call() {
        Path resultsFolder = results == null ? surface.home().resolve("results") : results.toAbsolutePath();
        // All are looked for before the first one is made.
        List<Path> folders = (runs.isEmpty() ? List.of(LATEST) : runs)
                .stream().map(given -> RunFolders.find(resultsFolder, given)).toList();
        Set<Path> lists = new LinkedHashSet<>();
        for (Path folder : folders) {
            surface.out().println("report: " + RunReport.write(folder));
            Path parent = folder.getParent();
            if (parent != null) {
                lists.add(parent);
            }
        }
        lists.forEach(list -> surface.out().println("runs: " + RunIndex.write(list)));
        return Exit.OK;
    }
}
