package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ForkSlope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The figures of docs/releases.md are those of the run in results/reference/releases. */
class ReleasesTableTest {

    private static final Map<String, List<String>> RELEASES = releases();
    private static final List<String> WORKLOADS = List.of("keep-alive", "websocket", "hold-async");
    private static final int FORKS = 3;

    private static Map<String, List<String>> releases() {
        Map<String, List<String>> releases = new LinkedHashMap<>();
        releases.put("Tomcat", List.of("10.1.20", "10.1.44", "10.1.59", "11.0.6", "11.0.25"));
        releases.put("Jetty", List.of("12.0.16", "12.0.34", "12.1.3", "12.1.8", "12.1.14"));
        return releases;
    }

    /** Returns a line such as {@code | Jetty 12.1.3 | 106.91±0.52 | 489 (485..491) | ... |}. */
    private static String line(List<CsvRow> rows, String container, String release) {
        StringBuilder line = new StringBuilder("| %s %s |".formatted(container, release));
        for (String workload : WORKLOADS) {
            List<CsvRow> forks = rows.stream()
                    .filter(row -> row.text("container").equals(container.toLowerCase(Locale.ROOT))
                            && row.text("container_version").equals(release)
                            && row.text("workload").equals(workload))
                    .toList();
            assertThat(forks).as(container + release + workload).hasSize(FORKS);
            ForkSlope heap = ForkSlope.of(forks, "heap_bytes_per_connection").orElseThrow();
            List<Long> held = forks.stream()
                    .map(row -> (long) row.number("ceiling_connections").orElse(row.amount("passed_connections")))
                    .sorted()
                    .toList();
            line.append(" %.2f±%.2f | %s%s |"
                    .formatted(
                            heap.mean() / 1024,
                            heap.margin().orElseThrow() / 1024,
                            count(held.get(1)),
                            held.get(0).equals(held.get(2))
                                    ? ""
                                    : " (%s..%s)".formatted(count(held.get(0)), count(held.get(2)))));
        }
        return line.toString();
    }

    private static String count(long connections) {
        return connections < 1000
                ? Long.toString(connections)
                : "%d %03d".formatted(connections / 1000, connections % 1000);
    }

    @Test
    void thePageHasTheHeapAndTheCeilingOfEachRelease() throws IOException {
        List<CsvRow> rows = CsvTable.read(Path.of("..", "results", "reference", "releases"), "ceilings.csv")
                .rows();
        Stream<String> lines = RELEASES.entrySet().stream()
                .flatMap(of -> of.getValue().stream().map(release -> line(rows, of.getKey(), release)));

        assertThat(Files.readString(Path.of("..", "docs", "releases.md"), StandardCharsets.UTF_8))
                .contains(lines.toList());
    }
}
