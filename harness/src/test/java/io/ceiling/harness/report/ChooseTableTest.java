package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ForkSlope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The figures of docs/choose.md are those of the run in results/reference/choose. */
class ChooseTableTest {

    private static final Map<String, List<String>> WAYS = ways();
    private static final int FORKS = 3;

    private static Map<String, List<String>> ways() {
        Map<String, List<String>> ways = new LinkedHashMap<>();
        ways.put("a platform thread", List.of("platform", "hold-blocking"));
        ways.put("a virtual thread", List.of("virtual", "hold-blocking"));
        ways.put("none: `AsyncContext`", List.of("platform", "hold-async"));
        return ways;
    }

    private static String cost(List<CsvRow> forks, String column) {
        ForkSlope slope = ForkSlope.of(forks, column + "_bytes_per_connection").orElseThrow();
        return "%.1f ± %.1f KiB".formatted(slope.mean() / 1024, slope.margin().orElseThrow() / 1024);
    }

    private static List<CsvRow> forks(List<CsvRow> rows, String container, List<String> way, String buffer) {
        List<CsvRow> forks = rows.stream()
                .filter(row -> row.text("container").equals(container)
                        && row.text("thread_kind").equals(way.get(0))
                        && row.text("workload").equals(way.get(1))
                        && row.text("buffer_bytes").equals(buffer))
                .toList();
        assertThat(forks).as(container + way + buffer).hasSize(FORKS);
        return forks;
    }

    @Test
    void thePageHasTheCostOfARequestThatWaitsInEachWay() throws IOException {
        List<CsvRow> rows = CsvTable.read(Path.of("..", "results", "reference", "choose"), "ceilings.csv")
                .rows();
        List<String> lines = new ArrayList<>();
        for (String container : List.of("Tomcat", "Jetty", "Undertow")) {
            WAYS.forEach((name, way) -> {
                List<CsvRow> forks = forks(rows, container.toLowerCase(Locale.ROOT), way, "default");
                lines.add("| %s | %s | %s | %s | %s | %s |"
                        .formatted(
                                container,
                                name,
                                cost(forks, "heap"),
                                cost(forks, "rss"),
                                cost(forks, "kernel"),
                                cost(forks(rows, container.toLowerCase(Locale.ROOT), way, "1024"), "rss")));
            });
        }

        assertThat(Files.readString(Path.of("..", "docs", "choose.md"), StandardCharsets.UTF_8))
                .contains(lines);
    }
}
