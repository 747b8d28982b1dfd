package io.ceiling.harness.report.html;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the page draws, in the order in which it does; a part that is empty or null is left out. A pure function of
 * what a run left.
 *
 * @param usual the settings that all scenarios have unless their label tells otherwise
 * @param labels scenario to its short name
 * @param tables whole CSV files, for the table and its download
 */
record ReportModel(
        String run,
        String capturedAt,
        Headline headline,
        String usual,
        List<Bar> bars,
        List<HeatMap> heatMaps,
        List<Staircase> climbs,
        List<MemoryBar> memory,
        List<FittedLines> fits,
        List<Projection> projections,
        List<TimeLine> timeLines,
        List<Curve> curves,
        List<Bubble> bubbles,
        List<BroadcastStep> broadcast,
        @Nullable TrafficLines traffic,
        List<JmhChart> benchmarks,
        List<Difference> differences,
        List<EnvironmentFacts> environment,
        Map<String, String> labels,
        List<Table> tables,
        List<String> notes) {

    /** A file of the run as it is; a block of its own in the page, so that it is parsed when it is looked at. */
    record Table(String file, int rows, @JsonIgnore String csv) {}

    static ReportModel of(RunFiles files) {
        List<MatrixCell> cells = MatrixCell.of(files.ceilings().rows());
        return new ReportModel(
                files.run(),
                files.capturedAt(),
                files.headline(),
                MatrixCell.usual(files.ceilings().rows()),
                Bar.of(cells),
                HeatMap.of(cells),
                Staircase.of(files.climb().rows()),
                MemoryBar.of(cells),
                FittedLines.of(cells, byScenario(files.steps().rows()), files.collected()),
                Projection.of(cells),
                files.timeLines(),
                curves(files),
                Bubble.of(files.rooms().rows()),
                BroadcastStep.of(cells, files.steps().rows()),
                TrafficLines.of(files.traffic().rows()),
                JmhChart.of(files.benchmarks()),
                Difference.of(files.ceilings().rows()),
                EnvironmentFacts.of(files.environment()),
                BroadcastStep.labels(cells),
                tables(files),
                files.notes());
    }

    /** The full curves, or what ceilings.csv tells of them. */
    private static List<Curve> curves(RunFiles files) {
        if (!files.curves().isEmpty()) {
            return files.curves();
        }
        return Stream.concat(files.ceilings().rows().stream(), files.totals().rows().stream())
                .flatMap(row -> Curve.of(row, name(row)).stream())
                .limit(RunFiles.MOST_CURVES)
                .toList();
    }

    /** Traffic has one scenario, which its totals do not name. */
    private static String name(Row row) {
        return row.text("scenario").isEmpty() ? row.text("workload") : row.text("scenario");
    }

    private static Map<String, List<Row>> byScenario(List<Row> rows) {
        Map<String, List<Row>> all = new LinkedHashMap<>();
        rows.forEach(row -> all.computeIfAbsent(row.text("scenario"), name -> new ArrayList<>())
                .add(row));
        return all;
    }

    private static List<Table> tables(RunFiles files) {
        return Stream.of(files.ceilings(), files.climb(), files.rooms(), files.totals(), files.steps(), files.traffic())
                .filter(table -> !table.isEmpty())
                .map(table -> new Table(table.file(), table.rows().size(), table.text()))
                .toList();
    }
}
