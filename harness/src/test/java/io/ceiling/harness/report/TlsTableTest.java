package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The figures of docs/tls.md are those of the run in results/reference/tls. */
class TlsTableTest {

    private static final Map<String, String> SERVERS =
            new TreeMap<>(Map.of("tomcat", "Tomcat NIO", "jetty", "Jetty", "undertow", "Undertow"));
    private static final List<String> LAYERS =
            List.of("off off", "off takeover", "off no-takeover", "tls13 off", "tls13 takeover", "tls13 no-takeover");

    private static CsvTable run() {
        return CsvTable.read(Path.of("..", "results", "reference", "tls"), "ceilings.csv");
    }

    /** Returns a line of the table for each server, such as {@code | Jetty | 11 | 12 | 12 | 20 | 21 | 21 |}. */
    private static List<String> lines(String column) {
        List<String> lines = new ArrayList<>();
        SERVERS.forEach((container, name) -> {
            StringBuilder line = new StringBuilder("| ").append(name).append(" |");
            for (String layers : LAYERS) {
                line.append(' ')
                        .append(kibibytes(row(container, layers), column))
                        .append(" |");
            }
            lines.add(line.toString());
        });
        return lines;
    }

    private static CsvRow row(String container, String layers) {
        return run().rows().stream()
                .filter(row -> row.text("container").equals(container)
                        && (row.text("tls") + " " + row.text("deflate")).equals(layers))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of %s with %s".formatted(container, layers)));
    }

    private static long kibibytes(CsvRow row, String column) {
        return Math.round(row.number(column).orElseThrow() / 1024);
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "tls.md"), StandardCharsets.UTF_8);
    }

    @Test
    void thePageHasTheHeapOfAConnection() throws IOException {
        assertThat(page()).contains(lines("heap_bytes_per_connection"));
    }

    @Test
    void thePageHasTheResidentMemoryOfAConnection() throws IOException {
        assertThat(page()).contains(lines("rss_bytes_per_connection"));
    }

    @Test
    void thePageHasTheHandshakes() throws IOException {
        List<String> lines = new ArrayList<>();
        SERVERS.forEach((container, name) -> lines.add("| %s | %d |"
                .formatted(
                        name,
                        Math.round(row(container, "tls13 off")
                                .number("tls_handshakes_per_second")
                                .orElseThrow()))));

        assertThat(page()).contains(lines);
    }

    @Test
    void everyRowTellsWhatWasUsed() {
        assertThat(run().rows()).hasSize(18).allSatisfy(row -> {
            String deflate = row.text("deflate");
            assertThat(row.text("used_deflate")).isEqualTo(deflate.equals("off") ? "" : deflate);
            assertThat(row.text("used_tls"))
                    .isEqualTo(row.text("tls").equals("off") ? "" : "TLSv1.3 TLS_AES_256_GCM_SHA384");
            assertThat(row.text("verdict")).isEqualTo("at-least");
        });
    }
}
