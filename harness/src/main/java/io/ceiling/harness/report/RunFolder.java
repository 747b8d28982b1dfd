package io.ceiling.harness.report;

import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.report.csv.AtomicFiles;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.InstancesCsv;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.csv.SamplesCsv;
import io.ceiling.harness.report.csv.StepsCsv;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.stats.CostPerConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one run: {@code results/20261121T091500Z-quick-tomcat/}.
 *
 * <p>A scenario is finished once its row is in ceilings.csv. That row is written last and is on the disk when
 * {@link #append} returns, so that a run that is killed at any moment can be resumed. Not thread-safe; all methods
 * block for disk I/O and throw {@link RunFolderException} if it fails.
 */
public final class RunFolder implements AutoCloseable {

    public static final String CEILINGS = "ceilings.csv";
    private static final String INSTANCES = "instances.csv";
    static final String ENVIRONMENT = "environment.json";
    private static final int SCENARIO_CELL = 1;

    private final Path path;
    private final Path details;
    private final CsvFile ceilings;
    private final CsvFile steps;
    private final CsvFile samples;
    // Open only once a scenario of several servers was measured: others have no rows in it.
    private @Nullable CsvFile instances;

    // Files of extensions, each open only once it has a row.
    private final Map<String, CsvFile> more = new LinkedHashMap<>();

    private final EnvironmentJson environment;
    private final Set<String> finished = new LinkedHashSet<>();

    private RunFolder(Path path, EnvironmentJson environment) throws IOException {
        this.path = path;
        this.environment = environment;
        this.ceilings = CsvFile.openCached(path.resolve(CEILINGS), Column.names(CeilingsCsv.COLUMNS));
        this.steps = CsvFile.openCached(path.resolve("steps.csv"), Column.names(StepsCsv.COLUMNS));
        // Created last: the files above refuse an older run, which has its details with its tables.
        this.details = Details.create(path);
        this.samples = CsvFile.open(details.resolve(Details.SAMPLES), Column.names(SamplesCsv.COLUMNS));
    }

    /**
     * Creates the folder of a new run and makes {@code results/latest} a link to it.
     *
     * @param results folder of all runs; created if it does not exist
     * @param name name of the run: letters, digits, dots, dashes
     * @param clock clock for the time in the folder's name
     */
    public static RunFolder create(Path results, String name, Clock clock) {
        return create(results, name, false, clock);
    }

    /**
     * Creates the folder of a new run as above.
     *
     * @param ownerOnly true if no other user may read it
     */
    public static RunFolder create(Path results, String name, boolean ownerOnly, Clock clock) {
        ResultsFolder runs = new ResultsFolder(results);
        try {
            Path path = runs.create(name, ownerOnly, clock);
            RunFolder folder = new RunFolder(path, EnvironmentJson.create(path.resolve(ENVIRONMENT), nameOf(path)));
            AtomicFiles.sync(path);
            AtomicFiles.sync(results);
            runs.pointLatest(path);
            return folder;
        } catch (IOException e) {
            throw new RunFolderException(
                    "results folder %s cannot be written: %s. Hint: --results=FOLDER"
                            .formatted(results, CsvFile.reason(e)),
                    e);
        }
    }

    /**
     * Opens the folder of an interrupted run. A partial last row is removed, and so is every row and log of scenarios
     * that were not finished, because they will be run again.
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
        RunFolder folder = reopened(real);
        folder.rows().forEach(row -> folder.finished.add(row.scenario()));
        folder.steps.retain(cells -> folder.finished.contains(cells.get(SCENARIO_CELL)));
        folder.samples.retain(cells -> folder.finished.contains(cells.get(SCENARIO_CELL)));
        if (Files.exists(real.resolve(INSTANCES), LinkOption.NOFOLLOW_LINKS)) {
            folder.instances().retain(cells -> folder.finished.contains(cells.get(SCENARIO_CELL)));
        }
        folder.removeLogsOfUnfinished();
        folder.removeLeftovers();
        return folder;
    }

    private static RunFolder reopened(Path path) {
        try {
            return new RunFolder(path, EnvironmentJson.resume(path.resolve(ENVIRONMENT), nameOf(path)));
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(path, CsvFile.reason(e)), e);
        }
    }

    /** Returns the arguments of the run in that folder; empty if it was killed before it wrote them. */
    public static List<String> commandLine(Path path) {
        return EnvironmentJson.commandLine(path.resolve(ENVIRONMENT));
    }

    public Path path() {
        return path;
    }

    /** Returns the path of its folder for logs, histograms and other details. */
    public Path details() {
        return details;
    }

    /** Returns the names of the scenarios that need not be run again. */
    public Set<String> finished() {
        return Set.copyOf(finished);
    }

    /** Writes environment.json. Call this once, before the first scenario. */
    public void writeEnvironment(Environment measured, RampSettings ramp) {
        environment.environment(measured, ramp);
    }

    /** Writes the number of scenarios of the run to environment.json, so that a report knows how many have no row yet. */
    public void writePlanned(int scenarios) {
        environment.planned(scenarios);
    }

    /** Adds the environments of the run's further hosts to environment.json, by their names. */
    public void writeHosts(Map<String, Environment> others) {
        environment.hosts(others);
    }

    /** Adds the external servers and their blind spots to environment.json. */
    public void writeTargets(List<Target> targets) {
        environment.targets(targets);
    }

    /** Adds the running servers of a scenario to environment.json, with their command lines and settings. */
    public void writeServers(Scenario scenario, List<StartedServer> servers) {
        environment.started(scenario, servers);
    }

    /** Adds the command line of this host's load agents to environment.json. */
    public void writeAgents(List<String> command) {
        environment.agents(command);
    }

    public Path serverLog(Scenario scenario) {
        return details.resolve("server-%s.log".formatted(scenario.name()));
    }

    /** Adds a row to samples.csv. On return the operating system has it, but it may not be on the disk yet. */
    public void appendSample(Scenario scenario, Sample sample) {
        samples.append(
                List.of(Column.cells(SamplesCsv.COLUMNS, new SamplesCsv.SampleRow(nameOf(path), scenario, sample))),
                false);
    }

    /** Writes where the threads of the scenario's server were at its limit. */
    public void writeThreads(Scenario scenario, ThreadPools threads) {
        writeText(details.resolve("threads-%s.txt".formatted(scenario.name())), ThreadLines.of(threads));
    }

    /** Writes lines to the file of that name, in place of an earlier one. */
    public void writeText(String name, List<String> lines) {
        writeText(path.resolve(name), lines);
    }

    private static void writeText(Path file, List<String> lines) {
        write(file, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path file, byte[] content) {
        try {
            AtomicFiles.write(file, content);
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, CsvFile.reason(e)), e);
        }
    }

    /** Writes the histograms of a scenario, which began at that time, to a .hlog file. */
    public void writeHistograms(Scenario scenario, Instant start, List<IntervalHistograms> intervals) {
        HistogramLog.write(details.resolve(scenario.name() + ".hlog"), start, intervals);
    }

    /**
     * Writes the histograms of a whole measurement to the .hlog file of that name.
     *
     * @param encodedByTag for each tag, such as {@code connect}, the compressed base64 texts of all agents
     */
    public void writeHistograms(String name, Instant start, Instant end, Map<String, List<String>> encodedByTag) {
        // The clock of this host may have been set back meanwhile.
        long nanos = Math.max(0, Duration.between(start, end).toNanos());
        HistogramLog.write(
                details.resolve(name + ".hlog"), start, List.of(new IntervalHistograms(0, nanos, encodedByTag)));
    }

    /**
     * Adds all rows of a scenario, its row in ceilings.csv last, and writes summary.csv of all rows anew.
     *
     * @param servers the first server, or the first of all instances; none if it was not started
     */
    public void append(ScenarioResult result, List<StartedServer> servers) {
        environment.scenario(result, servers);
        steps.append(
                result.steps().stream()
                        .map(step -> Column.cells(
                                StepsCsv.COLUMNS, new StepsCsv.StepRow(nameOf(path), result.scenario(), step)))
                        .toList(),
                true);
        result.notes().extensionResults().files().forEach(this::append);
        ceilings.append(
                List.of(Column.cells(CeilingsCsv.COLUMNS, new CeilingsCsv.CeilingRow(nameOf(path), result))), true);
        finished.add(result.scenario().name());
        write(path.resolve(Summary.FILE), Summary.file(Summary.of(rows())));
    }

    /**
     * Adds the rows of each of several servers at the end of these steps; adds none for a single server.
     *
     * @param costs cost of a connection to each server; none if it was not measured
     */
    public void appendInstances(Scenario scenario, List<Step> all, List<CostPerConnection> costs) {
        int count = scenario.instances();
        List<Step> read = all.stream()
                .filter(step -> step.after().instances().size() == count)
                .toList();
        if (count == 1 || read.isEmpty()) {
            return;
        }
        instances()
                .append(
                        read.stream()
                                .flatMap(step -> IntStream.range(0, count)
                                        .mapToObj(i -> new InstancesCsv.InstanceRow(
                                                nameOf(path),
                                                scenario,
                                                step.ofInstance(i, count),
                                                i + 1,
                                                costs.stream().skip(i).findFirst())))
                                .map(row -> Column.cells(InstancesCsv.COLUMNS, row))
                                .toList(),
                        true);
    }

    // Adds rows to the file of an extension, and creates it with its first row.
    private void append(ExtensionResults.CsvRows rows) {
        boolean exists = Files.exists(path.resolve(rows.file()), LinkOption.NOFOLLOW_LINKS);
        if (exists || !rows.cells().isEmpty()) {
            more.computeIfAbsent(rows.file(), file -> reopened(file, rows.header()))
                    .append(rows.cells(), true);
        }
    }

    // Opens a file of an extension and removes the rows of unfinished scenarios.
    private CsvFile reopened(String file, List<String> header) {
        CsvFile opened = CsvFile.open(path.resolve(file), header);
        opened.retain(cells -> finished.contains(cells.get(SCENARIO_CELL)));
        return opened;
    }

    private CsvFile instances() {
        CsvFile opened = instances;
        if (opened == null) {
            opened = CsvFile.open(path.resolve(INSTANCES), Column.names(InstancesCsv.COLUMNS));
            instances = opened;
        }
        return opened;
    }

    /** Returns all rows of ceilings.csv, including rows of an earlier start. */
    public List<CsvRow> rows() {
        return CsvTable.ceilings(path.resolve(CEILINGS), ceilings.rows());
    }

    /** Returns all rows of steps.csv, including rows of an earlier start. */
    public List<CsvRow> steps() {
        return steps.dataRows();
    }

    /**
     * Returns true if every scenario that has a row was measured or deliberately skipped, including rows of an earlier
     * start.
     */
    public boolean allMeasured() {
        return rows().stream().noneMatch(row -> row.text(Keys.VERDICT).equals("invalid"));
    }

    @Override
    public void close() {
        try (ceilings;
                steps;
                samples) {
            if (instances != null) {
                instances.close();
            }
            more.values().forEach(CsvFile::close);
        }
    }

    private void removeLogsOfUnfinished() {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(details, "{server-*.log*,threads-*.txt,*.hlog}")) {
            for (Path log : logs) {
                String name =
                        nameOf(log).replaceFirst("^(server|threads)-", "").replaceFirst("\\.(log|hlog|txt).*$", "");
                if (!finished.contains(name)) {
                    Files.deleteIfExists(log);
                }
            }
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(path, CsvFile.reason(e)), e);
        }
    }

    // Removes what a killed run leaves: counters of servers, and new files that were not renamed yet.
    private void removeLeftovers() {
        for (Path folder : List.of(path, details)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "{*.gauges,.*.new}")) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new RunFolderException("%s cannot be written: %s".formatted(folder, CsvFile.reason(e)), e);
            }
        }
    }

    private static String nameOf(Path path) {
        return String.valueOf(path.getFileName());
    }
}
