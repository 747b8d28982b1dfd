package io.ceiling.harness.verdict.ramp;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Intervals of costs against runs of the same quick matrix: five of Tomcat, three of Jetty and Undertow. The file has the
 * standard errors of the lines alone.
 */
class CoverageTest {

    private static final Path REPEATS = Path.of("..", "results", "reference");

    @ParameterizedTest
    @CsvSource({"heap, " + CostAnalyst.HEAP_BETWEEN_SERVERS, "rss, " + CostAnalyst.RESIDENT_BETWEEN_SERVERS})
    void intervalsCoverTheMeanOfTheRuns(String figure, double betweenServers) {
        List<CsvRow> rows = CsvTable.read(REPEATS, "repeats.csv").rows().stream()
                .filter(row -> row.number(column(figure)).isPresent())
                .toList();
        Map<String, Double> means = rows.stream()
                .collect(groupingBy(row -> row.cell("scenario"), averagingDouble(row -> row.amount(column(figure)))));

        List<Boolean> covered = rows.stream()
                .filter(row -> !Double.isNaN(slope(row, figure, betweenServers).margin()))
                .map(row -> {
                    Slope slope = slope(row, figure, betweenServers);
                    return Math.abs(slope.perConnection() - means.getOrDefault(row.cell("scenario"), Double.NaN))
                            <= slope.margin();
                })
                .toList();

        assertThat(covered).hasSizeGreaterThan(70);
        assertThat(covered.stream().filter(each -> each).count() / (double) covered.size())
                .as("share of the intervals of %s with the mean of the runs", figure)
                .isGreaterThanOrEqualTo(0.95);
    }

    private static ColumnKey.Amount column(String figure) {
        return new ColumnKey.Amount(figure + "_bytes_per_connection");
    }

    private static Slope slope(CsvRow row, String figure, double betweenServers) {
        ColumnKey.Amount column = column(figure);
        int degrees = (int) row.number(column.degreesOfFreedom()).orElse(0);
        double error = row.number(column.error()).orElse(Double.NaN);
        return new Slope(row.amount(column), error, 0, degrees, false)
                .withAddedError(betweenServers / row.amount(Keys.CEILING));
    }
}
