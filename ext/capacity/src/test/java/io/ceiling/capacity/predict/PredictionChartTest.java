package io.ceiling.capacity.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.Headline;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionChartTest {

    private static final List<CsvRow> LEVELS = List.of(
            Cells.row("connections=10 after_gc=true server_open_descriptors=70"),
            Cells.row("connections=40 after_gc=true server_open_descriptors=100"));

    private static List<CsvRow> rows(Path folder) {
        try (PredictionCsv csv = new PredictionCsv(folder)) {
            csv.append(Fixtures.websocket(), Predictions.WEBSOCKET);
        }
        return CsvTable.read(folder, PredictionCsv.FILE).rows();
    }

    @Test
    void levelsAreSharesOfTheLimitThatTheyLeadTo(@TempDir Path folder) {
        PredictionChart chart = Objects.requireNonNull(PredictionChart.of(rows(folder), LEVELS));

        assertThat(chart.most()).isEqualTo(118);
        assertThat(chart.limits())
                .extracting(PredictionChart.ChartedLimit::factor)
                .containsExactly("server-heap", "server-file-descriptors", "server-cpu");
        PredictionChart.ChartedLimit descriptors = chart.limits().get(1);
        assertThat(descriptors.points()).hasSize(2);
        assertThat(descriptors.points().get(1)[1]).isCloseTo(100 * 100 / 4096.0, within(1e-9));
        assertThat(descriptors.line().startPercent()).isCloseTo(100 * 60 / 4096.0, within(1e-9));
        assertThat(chart.limits().get(0).points()).isEmpty();
        assertThat(chart.limits().get(2).met().high()).isNull();
        assertThat(chart.others()).hasSize(3);
    }

    @Test
    void headlineHasTheNearestLimit(@TempDir Path folder) {
        Headline headline = PredictionHeadline.of(rows(folder));

        assertThat(headline.sentence()).startsWith("The nearest limit is predicted at 1 189 connections: ");
        assertThat(headline.figures().get(0).note()).contains("1 150 to 1 231", "9.9 % reached");
    }

    @Test
    void otherRunsHaveNone() {
        assertThat(PredictionChart.of(List.of(), List.of())).isNull();
    }
}
