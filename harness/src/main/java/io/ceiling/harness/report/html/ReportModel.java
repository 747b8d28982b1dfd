package io.ceiling.harness.report.html;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.Bar;
import io.ceiling.harness.report.html.chart.Curve;
import io.ceiling.harness.report.html.chart.HeatMap;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.MemoryBar;
import io.ceiling.harness.report.html.chart.PeerGroup;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.report.html.chart.Projection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The data of the page, in the order in which it is drawn; a part that is empty or null is left out. A pure function of
 * the files of a run.
 */
record ReportModel(
        String run,
        String capturedAt,
        Headline headline,
        @JsonUnwrapped Ceilings ceilings,
        @JsonUnwrapped MemorySection costs,
        @JsonUnwrapped TimesSection times,
        @JsonUnwrapped TrafficSection messages,
        @JsonUnwrapped Appendix appendix) {

    /**
     * The ceilings and the limits that stopped them.
     *
     * @param usual settings that all scenarios have unless their label names another value
     * @param labels short names of scenarios
     */
    record Ceilings(
            String usual,
            List<Bar> bars,
            List<HeatMap> heatMaps,
            List<SettingMismatch> differences,
            Map<String, String> labels) {}

    /** The cost of a connection, and what it consists of. */
    record MemorySection(List<MemoryBar> memory, List<FittedLines> fits, List<Projection> projections) {}

    /** The course of each scenario over time, and the response times. */
    record TimesSection(List<TimeLine> timeLines, List<Curve> curves) {}

    /** The servers of other platforms, and the traffic over the connections. */
    record TrafficSection(List<PeerGroup> peers, List<BroadcastStep> broadcast) {}

    /**
     * The machine, and the files themselves.
     *
     * @param expectations expectations with their outcomes, which are in the page before any script runs
     * @param terms meanings of the words of the glossary
     * @param threads where the threads of servers were at their limits
     * @param tables complete CSV files, for display and download
     * @param parts data of commands and extensions, by the names that their scripts know
     */
    record Appendix(
            @JsonIgnore List<ExpectationOutcome> expectations,
            Map<String, String> terms,
            List<EnvironmentFacts> environment,
            List<ThreadsAtLimit> threads,
            List<Table> tables,
            List<Note> notes,
            @JsonAnyGetter Map<String, Object> parts) {}

    /** A file of the run. It is a data block of its own in the page, which is parsed only when the table is opened. */
    record Table(String file, int rows, @JsonIgnore String csv) {}

    static ReportModel of(RunFiles files) {
        List<CsvRow> steps = files.tables().of(RunFiles.STEPS).rows();
        List<MatrixCell> cells = MatrixCell.of(files.tables().ceilings().rows());
        List<FittedLines> fits = FittedLines.of(
                cells,
                CsvTable.grouped(steps, CsvRow::scenario),
                files.samples().collected());
        List<Curve> all = curves(files);
        List<Curve> curves = files.curves().isEmpty() ? all.subList(0, Math.min(all.size(), RunFiles.MAX_CURVES)) : all;
        return new ReportModel(
                files.run(),
                files.capturedAt(),
                files.headline(),
                new Ceilings(
                        MatrixCell.usual(files.tables().ceilings().rows()),
                        Bar.of(cells),
                        HeatMap.of(cells),
                        SettingMismatch.of(files.tables().ceilings().rows()),
                        BroadcastStep.labels(cells)),
                new MemorySection(MemoryBar.of(cells), fits, Projection.of(cells)),
                new TimesSection(files.samples().timeLines(), curves),
                new TrafficSection(PeerGroup.of(files.tables().ceilings().rows()), BroadcastStep.of(cells, steps)),
                new Appendix(
                        ExpectationOutcome.of(
                                files.tables().of(RunFiles.EXPECTATIONS).rows(), cells),
                        Glossary.all(),
                        environment(files),
                        files.threads(),
                        tables(files),
                        notes(files, fits.isEmpty() ? 0 : cells.size(), all.size()),
                        parts(files)));
    }

    private static List<EnvironmentFacts> environment(RunFiles files) {
        return Stream.concat(
                        EnvironmentFacts.of(files.environment()).stream(),
                        ReportPart.ALL.stream().flatMap(part -> part.environment(files).stream()))
                .toList();
    }

    private static List<Note> notes(RunFiles files, int fitted, int curves) {
        List<Note> notes = new ArrayList<>(files.notes());
        if (fitted > RunFiles.MAX_PICKED) {
            notes.add(new Note(
                    "lines",
                    "Shown are the first %s of %s; the readings of the others are in steps.csv."
                            .formatted(Phrases.count(RunFiles.MAX_PICKED), Phrases.count(fitted, "scenario"))));
        }
        List<CsvRow> warned = files.tables().ceilings().rows().stream()
                .filter(row -> !row.text(Keys.WARNINGS).isEmpty())
                .toList();
        if (!warned.isEmpty()) {
            notes.add(new Note(
                    "ceilings",
                    "%s a warning, in the column warnings of ceilings.csv. %s: %s"
                            .formatted(
                                    warned.size() == 1 ? "1 row has" : Phrases.count(warned.size(), "row") + " have",
                                    warned.size() == 1 ? "It says" : "The first",
                                    warned.get(0).text(Keys.WARNINGS))));
        }
        notes.addAll(TlsNotes.of(files.tables().ceilings().rows()));
        ReportPart.ALL.forEach(part -> notes.addAll(part.notes(files)));
        if (files.curves().isEmpty() && curves > RunFiles.MAX_CURVES) {
            notes.add(new Note(
                    RunFiles.CURVES,
                    "Shown are the first %s of %s; the others are in ceilings.csv."
                            .formatted(Phrases.count(RunFiles.MAX_CURVES), Phrases.count(curves, "curve"))));
        }
        return notes;
    }

    private static List<Curve> curves(RunFiles files) {
        if (!files.curves().isEmpty()) {
            return files.curves();
        }
        return Stream.concat(
                        files.tables().ceilings().rows().stream(), files.tables().of(RunFiles.TOTALS).rows().stream())
                .flatMap(row -> Curve.of(row, name(row)).stream())
                .toList();
    }

    // Returns the name of a row; traffic has a single scenario, which its totals do not name.
    private static String name(CsvRow row) {
        return row.scenario().isEmpty() ? row.text(Dimension.WORKLOAD) : row.scenario();
    }

    private static List<Table> tables(RunFiles files) {
        return files.tables().all().stream()
                .filter(table -> !table.isEmpty())
                .map(table -> new Table(table.file(), table.rows().size(), table.text()))
                .toList();
    }

    private static Map<String, Object> parts(RunFiles files) {
        Map<String, Object> all = new LinkedHashMap<>();
        ReportPart.ALL.forEach(part -> all.putAll(part.data(files)));
        return all;
    }
}
