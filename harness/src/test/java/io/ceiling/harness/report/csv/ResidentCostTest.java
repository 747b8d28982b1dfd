package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.report.RunSetup;
import io.ceiling.harness.report.console.RunScreen;
import io.ceiling.harness.rows.ColumnKey;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResidentCostTest {

    /** Whoever copies a figure from the screen into an expectation, or from the file, means that figure. */
    @Test
    void theScreenTheFileAndAnExpectationMeanTheSameFigure() {
        List<CsvRow> rows = CsvTable.ceilings(Path.of("../results/reference/quick-tomcat/ceilings.csv")).stream()
                .filter(row -> row.cell("workload").equals("websocket")
                        && row.cell("buffer_bytes").equals("default")
                        && row.cell("thread_kind").equals("platform")
                        && row.cell("connector").equals("nio")
                        && row.cell("limiting_factor").equals("server-file-descriptors"))
                .toList();

        assertThat(rows).hasSize(1);
        double kibibytes = rows.get(0).amount(new ColumnKey.Amount("rss_bytes_per_connection")) / 1024;
        assertThat(RunScreen.lines(rows, RunSetup.NONE))
                .anyMatch(line -> line.contains("process %.0f KiB".formatted(kibibytes)));
        String bound = "rss_bytes_per_connection<=%.0fKiB".formatted(Math.ceil(kibibytes));
        assertThat(Expectation.parse("--expect", List.of(bound)).get(0).judge(rows))
                .allMatch(Expectation.Result::isMet);
    }
}
