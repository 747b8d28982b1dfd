package io.ceiling.compare;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Twenty-one runs of one setting, and one with half of the buffers (results/reference/compare). */
class IdenticalRunsTest {

    private static final Path REFERENCE = Path.of("..", "..", "results", "reference");
    private static final Path RUNS = REFERENCE.resolve("compare");
    private static final int COUNT = 21;

    private static List<CsvRow> run(String name) {
        return CsvTable.ceilings(RUNS.resolve(name).resolve("ceilings.csv"));
    }

    @Test
    void noPairOfThemRaisesAnAlarm() {
        List<List<CsvRow>> runs = new ArrayList<>();
        for (int i = 1; i <= COUNT; i++) {
            runs.add(run("buffer-8k-%02d".formatted(i)));
        }
        int figures = 0;
        for (int before = 0; before < COUNT; before++) {
            for (int after = before + 1; after < COUNT; after++) {
                Comparison comparison = Comparison.of(runs.get(before), runs.get(after));
                assertThat(comparison.movedMetrics())
                        .as("run %d, then %d", before + 1, after + 1)
                        .isEmpty();
                assertThat(comparison.verdicts()).isEmpty();
                figures += comparison.lines().size();
            }
        }

        assertThat(figures).isGreaterThanOrEqualTo(2 * COUNT * (COUNT - 1) / 2);
    }

    /** The row of a matrix, whose settings are its scenario without the number of the fork. */
    private static CsvRow ofMatrix(CsvRow row) {
        Map<String, String> cells = new HashMap<>(row.asMap());
        cells.put("workload", row.cell("scenario"));
        return CsvRow.of(cells);
    }

    /** Returns the container of a matrix, whose runs are called tomcat-1 and so on. */
    private static String container(List<CsvRow> matrix) {
        return matrix.get(0).cell("run").replaceFirst("-\\d+$", "");
    }

    /** Quick matrices of one commit on one machine, each a run of its own: five of Tomcat, three of Jetty and of Undertow. */
    @Test
    void noPairOfMatricesOfOneCommitRaisesAnAlarm() {
        List<List<CsvRow>> matrices = new ArrayList<>(CsvTable.read(REFERENCE, "repeats.csv").rows().stream()
                .map(IdenticalRunsTest::ofMatrix)
                .collect(groupingBy(row -> row.cell("run"), TreeMap::new, toList()))
                .values());
        List<String> alarms = new ArrayList<>();
        int pairs = 0;
        for (int i = 0; i < matrices.size(); i++) {
            for (List<CsvRow> after : matrices.subList(i + 1, matrices.size())) {
                List<CsvRow> before = matrices.get(i);
                if (container(before).equals(container(after))) {
                    pairs++;
                    Comparison.of(before, after).movedMetrics().stream()
                            .map(line -> "%s: %s of %s, %s"
                                    .formatted(container(before), line.metric(), line.scenario(), line.explanation()))
                            .forEach(alarms::add);
                }
            }
        }

        assertThat(pairs).isEqualTo(16);
        assertThat(alarms).isEmpty();
    }

    /** With one server a side: half of the heap is beyond what servers of one setting differ by. */
    @Test
    void halfOfTheBuffersMovesTheHeapAndNeverTheCeiling() {
        List<CsvRow> half = run("buffer-4k");
        int seen = 0;
        for (int i = 1; i <= COUNT; i++) {
            Comparison comparison = Comparison.of(run("buffer-8k-%02d".formatted(i)), half);

            assertThat(comparison.movedMetrics())
                    .allMatch(line -> line.metric() == Metric.HEAP)
                    .noneMatch(Comparison.ComparedMetric::isWorse);
            seen += comparison.movedMetrics().size();
        }

        assertThat(seen).isEqualTo(COUNT);
    }
}
