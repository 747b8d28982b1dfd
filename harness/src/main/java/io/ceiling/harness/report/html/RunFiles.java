package io.ceiling.harness.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.ceiling.harness.report.Details;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.chart.Curve;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.Phrases;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of a run from which a report is made. Reading them blocks for disk I/O.
 *
 * @param folder folder of the run, for what a {@link ReportPart} reads of it
 * @param run name of the run
 * @param environment content of environment.json
 * @param tables CSV files
 * @param samples data from samples.csv
 * @param curves curves of the HdrHistogram logs
 * @param threads where the threads of servers were at their limits
 * @param notes notes about files that could not be read, and data that are not shown
 */
public record RunFiles(
        Path folder,
        String run,
        JsonNode environment,
        Tables tables,
        Samples samples,
        List<Curve> curves,
        List<ThreadsAtLimit> threads,
        List<Note> notes) {

    /**
     * The CSV files of a run, in the order in which the report lists them.
     *
     * @param all files; those that the run did not write are empty, or missing
     */
    public record Tables(List<CsvTable> all) {

        /** Returns that file; empty if the run did not write it. */
        public CsvTable of(String file) {
            return all.stream()
                    .filter(table -> table.file().equals(file))
                    .findFirst()
                    .orElseGet(() -> CsvTable.of(file, ""));
        }

        public CsvTable ceilings() {
            return of(CEILINGS);
        }

        /** Returns true if nothing was measured with connections. */
        public boolean areEmpty() {
            return all.stream().allMatch(table -> table.text().isEmpty());
        }
    }

    /**
     * The data from samples.csv.
     *
     * @param sampled scenarios that were begun
     * @param timeLines course of the scenarios over time
     * @param collected rows after a full collection, by scenario
     * @param each all rows of a run whose samples are shown one by one; empty for other runs
     */
    public record Samples(
            Set<String> sampled, List<TimeLine> timeLines, Map<String, List<CsvRow>> collected, List<CsvRow> each) {

        static final Samples NONE = new Samples(Set.of(), List.of(), Map.of(), List.of());
    }

    static final String CEILINGS = "ceilings.csv";
    static final String STEPS = "steps.csv";
    static final String EXPECTATIONS = "expectations.csv";
    public static final String TOTALS = "traffic-totals.csv";

    /** A file with a row for each second, which the headline does not need. */
    public static final String TRAFFIC = "traffic.csv";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Largest number of curves: a page with more would be slow to open, and a reader picks one at a time anyway. */
    static final int MAX_CURVES = 600;

    /** Name of the section that shows the curves. */
    static final String CURVES = "response-times";

    /** Largest number of scenarios to pick from; one at a time is drawn. */
    static final int MAX_PICKED = 1000;

    static boolean isRun(Path folder) {
        return hasTables(folder) || hasAny(folder, otherFiles());
    }

    private static boolean hasTables(Path folder) {
        return hasAny(folder, Stream.concat(Stream.of(CEILINGS, "environment.json", TRAFFIC), ofParts()));
    }

    private static boolean hasAny(Path folder, Stream<String> files) {
        return files.anyMatch(file -> Files.isRegularFile(folder.resolve(file)));
    }

    /**
     * Reads all files.
     *
     * @throws RunFolderException if it is no run's folder, or a table in it cannot be read; the message is one line
     */
    public static RunFiles read(Path folder) {
        RunFiles few = readHeadline(folder);
        List<Note> notes = new ArrayList<>(few.notes());
        TimeLine.Reader samples =
                new TimeLine.Reader(few.tables().ceilings().rows().size());
        CsvTable.stream(Details.of(folder).resolve(Details.SAMPLES), samples::add);
        if (samples.scenarios().size() > MAX_PICKED) {
            notes.add(new Note(
                    "time",
                    "Shown are the first %s of %s; the others are in samples.csv."
                            .formatted(
                                    Phrases.count(MAX_PICKED),
                                    Phrases.count(samples.scenarios().size(), "scenario"))));
        }
        return new RunFiles(
                folder,
                few.run(),
                few.environment(),
                new Tables(Stream.concat(
                                few.tables().all().stream(),
                                Stream.of(CsvTable.read(folder, STEPS), CsvTable.read(folder, TRAFFIC)))
                        .toList()),
                samples(folder, few.tables(), samples),
                curves(Details.of(folder), notes),
                ThreadsAtLimit.read(Details.of(folder), notes),
                List.copyOf(notes));
    }

    private static Samples samples(Path folder, Tables tables, TimeLine.Reader read) {
        return areShownOneByOne(tables)
                ? new Samples(
                        read.scenarios(),
                        List.of(),
                        Map.of(),
                        CsvTable.read(Details.of(folder), Details.SAMPLES).rows())
                : new Samples(read.scenarios(), read.lines(), read.collected(), List.of());
    }

    private static Stream<String> ofParts() {
        return ReportPart.ALL.stream().flatMap(part -> part.files().stream());
    }

    private static Stream<String> otherFiles() {
        return ReportPart.ALL.stream().flatMap(part -> part.otherFiles().stream());
    }

    private static boolean areShownOneByOne(Tables tables) {
        return ReportPart.ALL.stream().anyMatch(part -> part.showsEachSample(tables));
    }

    /** Reads only the files that the index of runs needs. */
    static RunFiles readHeadline(Path folder) {
        if (!isRun(folder)) {
            throw new RunFolderException("%s is not the folder of a run: it has no %s or environment.json"
                    .formatted(
                            folder,
                            Stream.of(Stream.of(CEILINGS, TRAFFIC), ofParts(), otherFiles())
                                    .flatMap(files -> files)
                                    .distinct()
                                    .collect(Collectors.joining(", "))));
        }
        List<Note> notes = new ArrayList<>();
        return new RunFiles(
                folder,
                String.valueOf(folder.toAbsolutePath().normalize().getFileName()),
                environment(folder.resolve("environment.json"), notes),
                new Tables(Stream.concat(Stream.of(CEILINGS, EXPECTATIONS), ofParts())
                        .map(name -> CsvTable.read(folder, name))
                        .toList()),
                Samples.NONE,
                List.of(),
                List.of(),
                notes);
    }

    Headline headline() {
        Optional<Headline> ofPart = ReportPart.ALL.stream()
                .flatMap(part -> part.headline(this).stream())
                .findFirst();
        if (ofPart.isPresent()) {
            return ofPart.get();
        }
        int planned = environment.path("planned_scenarios").asInt();
        int missing = planned - tables.ceilings().rows().size();
        Headline ofRows = CeilingHeadline.of(MatrixCell.of(tables.ceilings().rows()), missing > 0 ? 0 : unfinished());
        return missing > 0
                ? ofRows.and("%s of %s without a result: the run had not ended when this was written."
                        .formatted(Phrases.count(missing), Phrases.count(planned, "scenario")))
                : ofRows;
    }

    /** Returns true if the folder's only files of a run are {@link ReportPart#otherFiles}. */
    public boolean hasOnlyOtherFiles() {
        return !hasTables(folder);
    }

    /** Returns the time of the run from environment.json; empty if it has none. */
    String capturedAt() {
        return environment.path("environment").path("captured_at").asText("");
    }

    // Returns the number of scenarios with samples but without a row; traffic has no row for each scenario.
    private long unfinished() {
        if (!tables.of(TRAFFIC).isEmpty() || areShownOneByOne(tables)) {
            return 0;
        }
        Set<String> finished = new HashSet<>();
        tables.ceilings().rows().forEach(row -> finished.add(row.scenario()));
        return samples.sampled().stream()
                .filter(scenario -> !finished.contains(scenario))
                .count();
    }

    private static JsonNode environment(Path file, List<Note> notes) {
        if (!Files.isRegularFile(file)) {
            return MissingNode.getInstance();
        }
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            notes.add(new Note("environment", "environment.json cannot be read."));
            return MissingNode.getInstance();
        }
    }

    private static List<Curve> curves(Path folder, List<Note> notes) {
        List<Path> logs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.hlog")) {
            files.forEach(logs::add);
        } catch (IOException e) {
            notes.add(new Note(CURVES, "Histograms cannot be read."));
        }
        logs.sort(null);
        List<Curve> curves = new ArrayList<>();
        for (Path log : logs) {
            if (curves.size() >= MAX_CURVES) {
                notes.add(new Note(
                        CURVES,
                        "Shown are the first %s; the others are in the .hlog files."
                                .formatted(Phrases.count(curves.size(), "curve"))));
                break;
            }
            String name = String.valueOf(log.getFileName()).replaceFirst("\\.hlog$", "");
            try {
                curves.addAll(Curve.read(log, name));
            } catch (RunFolderException e) {
                notes.add(new Note(CURVES, "%s.hlog cannot be read.".formatted(name)));
            }
        }
        return curves;
    }
}
