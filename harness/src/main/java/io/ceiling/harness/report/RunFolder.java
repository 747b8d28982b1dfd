package io.ceiling.harness.report;

import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.model.StartedServer;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.csv.SamplesCsv;
import io.ceiling.harness.report.csv.StepsCsv;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The folder of one run: {@code results/20261121T091500Z-quick-tomcat/}.
 *
 * <p>A scenario is finished once its row is in ceilings.csv; that row is written last and is on the disk when {@link #append}
 * returns, so that a run which is killed at any moment can be resumed. Not thread-safe; all methods block for the disk and
 * throw {@link RunFolderException} if it fails them.
 */
public final class RunFolder implements AutoCloseable {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final String CEILINGS = "ceilings.csv";
    private static final String ENVIRONMENT = "environment.json";
    private static final int SCENARIO_CELL = 1;

    private final Path path;
    private final CsvFile ceilings;
    private final CsvFile steps;
    private final CsvFile samples;
    private final EnvironmentJson environment;
    private final Set<String> finished = new LinkedHashSet<>();

    private RunFolder(Path path, EnvironmentJson environment) {
        this.path = path;
        this.environment = environment;
        this.ceilings = CsvFile.openKept(path.resolve(CEILINGS), Column.names(CeilingsCsv.COLUMNS));
        this.steps = CsvFile.openKept(path.resolve("steps.csv"), Column.names(StepsCsv.COLUMNS));
        this.samples = CsvFile.open(path.resolve("samples.csv"), Column.names(SamplesCsv.COLUMNS));
    }

    /**
     * Makes the folder of a new run and points {@code results/latest} at it.
     *
     * @param name of the run: letters, digits, dots, dashes
     */
    public static RunFolder create(Path results, String name, Clock clock) {
        String stamp = STAMP.format(clock.instant()) + "-" + name;
        try {
            Files.createDirectories(results);
            Path path = createNew(results, stamp);
            RunFolder folder = new RunFolder(path, EnvironmentJson.create(path.resolve(ENVIRONMENT), nameOf(path)));
            pointLatest(results, path);
            return folder;
        } catch (IOException e) {
            throw new RunFolderException(
                    "results folder %s cannot be written: %s. Hint: --results=FOLDER"
                            .formatted(results, CsvFile.reason(e)),
                    e);
        }
    }

    /**
     * Opens the folder of an interrupted run: a half-written last row is removed, and so is everything about scenarios that
     * were not finished, because they will be run again.
     */
    public static RunFolder resume(Path path) {
        if (!Files.isRegularFile(path.resolve(CEILINGS))) {
            throw new RunFolderException("%s is not the folder of a run: it has no %s".formatted(path, CEILINGS));
        }
        Path real;
        try {
            real = path.toRealPath();
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be read: %s".formatted(path, CsvFile.reason(e)), e);
        }
        RunFolder folder = new RunFolder(real, EnvironmentJson.resume(real.resolve(ENVIRONMENT), nameOf(real)));
        folder.rows().forEach(row -> folder.finished.add(row.text("scenario")));
        folder.steps.keep(cells -> folder.finished.contains(cells.get(SCENARIO_CELL)));
        folder.samples.keep(cells -> folder.finished.contains(cells.get(SCENARIO_CELL)));
        folder.removeLogsOfUnfinished();
        return folder;
    }

    /** The arguments that the run in that folder was started with; empty if it was killed before it wrote them. */
    public static List<String> commandLine(Path path) {
        return EnvironmentJson.commandLine(path.resolve(ENVIRONMENT));
    }

    /** The folder itself. */
    public Path path() {
        return path;
    }

    /** Names of the scenarios that need not be run again. */
    public Set<String> finished() {
        return Set.copyOf(finished);
    }

    /** Writes environment.json; to be called once, before the first scenario. */
    public void writeEnvironment(Environment measured, RampSettings ramp) {
        environment.environment(measured, ramp);
    }

    /** Adds to environment.json whose server was asked, and what could not be seen of it. */
    public void writeTarget(Target target) {
        environment.target(target);
    }

    /** Where the log of that scenario's server goes. */
    public Path serverLog(Scenario scenario) {
        return path.resolve("server-%s.log".formatted(scenario.name()));
    }

    /** Adds a row to samples.csv; the operating system has it on return, the disk perhaps not yet. */
    public void appendSample(Scenario scenario, Sample sample) {
        samples.append(
                List.of(Column.cells(SamplesCsv.COLUMNS, new SamplesCsv.Row(nameOf(path), scenario, sample))), false);
    }

    /**
     * Writes the histograms of a scenario to a .hlog file.
     *
     * @param encodedByTag for each tag, such as {@code connect}, the compressed base64 texts of all agents
     */
    public void writeHistograms(Scenario scenario, Instant start, Instant end, Map<String, List<String>> encodedByTag) {
        writeHistograms(scenario.name(), start, end, encodedByTag);
    }

    /** The same of something else that has a name. */
    public void writeHistograms(String name, Instant start, Instant end, Map<String, List<String>> encodedByTag) {
        HistogramLog.write(path.resolve(name + ".hlog"), start, end, encodedByTag);
    }

    /**
     * Adds everything about a scenario, its row in ceilings.csv last.
     *
     * @param servers the first server, or all of a ring; none if it was not started
     */
    public void append(ScenarioResult result, List<StartedServer> servers) {
        environment.scenario(result, servers);
        steps.append(
                result.steps().stream()
                        .map(step ->
                                Column.cells(StepsCsv.COLUMNS, new StepsCsv.Row(nameOf(path), result.scenario(), step)))
                        .toList(),
                true);
        ceilings.append(List.of(Column.cells(CeilingsCsv.COLUMNS, new CeilingsCsv.Row(nameOf(path), result))), true);
        finished.add(result.scenario().name());
    }

    /** All rows of ceilings.csv, those of an earlier start included. */
    public List<CsvRow> rows() {
        return CsvTable.ceilings(path.resolve(CEILINGS), ceilings.rows());
    }

    /** Returns all rows of steps.csv by the names of their columns, those of an earlier start included. */
    public List<CsvRow> steps() {
        return steps.named();
    }

    /** Whether every scenario that has a row was measured, or skipped on purpose; rows of an earlier start count too. */
    public boolean allMeasured() {
        // Without a running server there is nothing that was used.
        return rows().stream()
                .noneMatch(row -> row.text("verdict").equals("invalid")
                        && row.text("used_jdk").isEmpty());
    }

    @Override
    public void close() {
        try (ceilings;
                steps) {
            samples.close();
        }
    }

    private void removeLogsOfUnfinished() {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(path, "{server-*.log*,*.hlog}")) {
            for (Path log : logs) {
                String name = nameOf(log).replaceFirst("^server-", "").replaceFirst("\\.(log|hlog).*$", "");
                if (!finished.contains(name)) {
                    Files.deleteIfExists(log);
                }
            }
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(path, CsvFile.reason(e)), e);
        }
    }

    /** Two runs may start in one second. */
    private static Path createNew(Path results, String stamp) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return Files.createDirectory(results.resolve(i == 1 ? stamp : stamp + "-" + i));
            } catch (FileAlreadyExistsException e) {
                if (i == 100) {
                    throw e;
                }
            }
        }
    }

    private static void pointLatest(Path results, Path path) {
        Path half = results.resolve(".latest-" + ProcessHandle.current().pid());
        try {
            Files.deleteIfExists(half);
            Files.createSymbolicLink(half, path.getFileName());
            Files.move(half, results.resolve("latest"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | UnsupportedOperationException e) {
            // A convenience: without links, or with something else of that name, the run is as good.
            half.toFile().delete();
        }
    }

    private static String nameOf(Path path) {
        return String.valueOf(path.getFileName());
    }
}
