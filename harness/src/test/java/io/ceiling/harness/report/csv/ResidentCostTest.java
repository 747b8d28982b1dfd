package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.report.RunSetup;
import io.ceiling.harness.report.console.RunScreen;
import io.ceiling.harness.rows.Key;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResidentCostTest {

    private static final String OLD =
            """
            rss_bytes_per_connection,rss_bytes_per_connection_se,rss_base_bytes,curved_costs,rss_without_free_heap_bytes_per_connection,rss_without_free_heap_bytes_per_connection_se,rss_without_free_heap_base_bytes
            100,1,9000,heap;rss,50,2,7000
            100,1,9000,heap;rss-without-free-heap,50,2,7000
            100,1,9000,heap;rss;rss-without-free-heap,50,,7000
            100,,9000,,50,,7000
            ,,,,,,
            """;

    private static List<CsvRow> old() {
        return CsvTable.of("ceilings.csv", OLD).rows();
    }

    @Test
    void aRowOfAnOlderFileHasTheFigureWithoutFreeHeapUnderTheSameName() {
        CsvRow row = old().get(0);

        assertThat(row.cell("rss_bytes_per_connection")).isEqualTo("50");
        assertThat(row.cell("rss_bytes_per_connection_se")).isEqualTo("2");
        assertThat(row.cell("rss_base_bytes")).isEqualTo("7000");
        assertThat(row.cell("curved_costs")).isEqualTo("heap");
        assertThat(row.cell("rss_with_free_heap")).isEqualTo("false");
        assertThat(old().get(1).cell("curved_costs")).isEqualTo("heap;rss");
    }

    @Test
    void anOlderRowWithTooFewReadingsOfTheHeapHasTheWholeResidentSetAndSaysSo() {
        CsvRow row = old().get(2);

        assertThat(row.cell("rss_bytes_per_connection")).isEqualTo("100");
        assertThat(row.cell("curved_costs")).isEqualTo("heap;rss");
        assertThat(row.is(new Key.Flag("rss_with_free_heap"))).isTrue();
        // No error at all: both are lines through two points.
        assertThat(old().get(3).cell("rss_bytes_per_connection")).isEqualTo("50");
        assertThat(old().get(4).cell("rss_with_free_heap")).isEmpty();
    }

    @Test
    void aRowOfTodayIsReadAsItIs() {
        String today = "rss_bytes_per_connection,rss_base_bytes,rss_with_free_heap\r\n100,9000,true\r\n";

        assertThat(CsvTable.of("ceilings.csv", today).rows().get(0).cells()).containsExactly("100", "9000", "true");
    }

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
        double kibibytes = rows.get(0).amount(new Key.Amount("rss_bytes_per_connection")) / 1024;
        assertThat(RunScreen.lines(rows, RunSetup.NONE))
                .anyMatch(line -> line.contains("process %.0f KiB".formatted(kibibytes)));
        String bound = "rss_bytes_per_connection<=%.0fKiB".formatted(Math.ceil(kibibytes));
        assertThat(Expectation.parse("--expect", List.of(bound)).get(0).judge(rows))
                .allMatch(Expectation.Result::kept);
    }
}
