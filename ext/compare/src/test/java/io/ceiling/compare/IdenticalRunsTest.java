package io.ceiling.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Twenty-one runs of one setting, and one with half of the buffers (results/reference/compare). */
class IdenticalRunsTest {

    private static final Path RUNS = Path.of("..", "..", "results", "reference", "compare");
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
                assertThat(comparison.moved())
                        .as("run %d, then %d", before + 1, after + 1)
                        .isEmpty();
                assertThat(comparison.verdicts()).isEmpty();
                figures += comparison.lines().size();
            }
        }

        assertThat(figures).isGreaterThanOrEqualTo(2 * COUNT * (COUNT - 1) / 2);
    }

    /** With one server a side: half of the heap is beyond what servers of one setting differ by. */
    @Test
    void halfOfTheBuffersMovesTheHeapAndNeverTheCeiling() {
        List<CsvRow> half = run("buffer-4k");
        int seen = 0;
        for (int i = 1; i <= COUNT; i++) {
            Comparison comparison = Comparison.of(run("buffer-8k-%02d".formatted(i)), half);

            assertThat(comparison.moved())
                    .allMatch(line -> line.metric() == Metric.HEAP)
                    .noneMatch(Comparison.ComparedMetric::isWorse);
            seen += comparison.moved().size();
        }

        assertThat(seen).isEqualTo(COUNT);
    }
}
