package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.PeerGroup;
import io.ceiling.harness.report.html.chart.Published;
import io.ceiling.harness.rows.ColumnKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures of pages of docs are those of the runs in results/reference. */
class KeptTablesTest {

    private static final int FORKS = 3;
    private static final Map<String, String> WAYS = Map.of(
            "a platform thread", "thread_kind=platform workload=hold-blocking",
            "a virtual thread", "thread_kind=virtual workload=hold-blocking",
            "none: `AsyncContext`", "thread_kind=platform workload=hold-async");
    private static final List<String> LAYERS =
            List.of("off off", "off takeover", "off no-takeover", "tls13 off", "tls13 takeover", "tls13 no-takeover");
    private static final List<String> TLS_SERVERS = List.of("Jetty", "Tomcat NIO", "Undertow");
    private static final List<String> RELEASES = List.of(
            "Tomcat 10.1.20",
            "Tomcat 10.1.44",
            "Tomcat 10.1.59",
            "Tomcat 11.0.6",
            "Tomcat 11.0.25",
            "Jetty 12.0.16",
            "Jetty 12.0.34",
            "Jetty 12.1.3",
            "Jetty 12.1.8",
            "Jetty 12.1.14");

    static Stream<Arguments> tables() {
        return Stream.of(
                arguments("choose", waitingRequests()),
                arguments("tls", layers("heap_bytes_per_connection")),
                arguments("tls", layers("rss_bytes_per_connection")),
                arguments("tls", handshakes()),
                arguments("releases", releases()),
                arguments("peers", peers("peers-broadcast")),
                arguments("peers", peers("peers-websocket")),
                arguments("peers", peers("peers-keep-alive")),
                arguments("peers", peers("peers-nginx")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void thePageHasTheFiguresOfItsRun(String page, List<String> lines) throws IOException {
        assertThat(page(page)).contains(lines);
    }

    private static String page(String name) throws IOException {
        return Files.readString(Path.of("..", "docs", name + ".md"), StandardCharsets.UTF_8);
    }

    private static List<CsvRow> rows(String run) {
        return CsvTable.read(Path.of("..", "results", "reference", run), "ceilings.csv")
                .rows();
    }

    private static List<CsvRow> rows(String run, String cells) {
        return rows(run).stream()
                .filter(row ->
                        row.asMap().entrySet().containsAll(Cells.of(cells).entrySet()))
                .toList();
    }

    private static List<CsvRow> forks(String run, String cells) {
        List<CsvRow> forks = rows(run, cells);
        assertThat(forks).as(cells).hasSize(FORKS);
        return forks;
    }

    /** Returns the mean of the forks in KiB and, between several, its 95 % interval. */
    private static String cost(List<CsvRow> forks, String kind, String format, String margin) {
        return ForkSlope.of(forks, new ColumnKey.Amount(kind + "_bytes_per_connection"))
                .map(slope -> format.formatted(slope.mean() / 1024)
                        + (slope.margin().isPresent()
                                ? margin.formatted(slope.margin().getAsDouble() / 1024)
                                : ""))
                .orElse("");
    }

    private static String grouped(double amount) {
        return String.format(Locale.ROOT, "%,d", Math.round(amount)).replace(',', ' ');
    }

    private static List<String> waitingRequests() {
        List<String> lines = new ArrayList<>();
        for (String server : List.of("Tomcat", "Jetty", "Undertow")) {
            WAYS.forEach((name, way) -> {
                String cells = "container=%s %s buffer_bytes=".formatted(server.toLowerCase(Locale.ROOT), way);
                List<CsvRow> forks = forks("choose", cells + "default");
                List<CsvRow> small = forks("choose", cells + "1024");
                lines.add("| %s | %s | %s | %s | %s | %s |"
                        .formatted(
                                server,
                                name,
                                waits(forks, "heap"),
                                waits(forks, "rss"),
                                waits(forks, "kernel"),
                                waits(small, "rss")));
            });
        }
        return lines;
    }

    private static String waits(List<CsvRow> forks, String kind) {
        return cost(forks, kind, "%.1f", " ± %.1f KiB");
    }

    private static CsvRow layered(String server, String layers) {
        String[] words = layers.split(" ");
        String container = server.split(" ")[0].toLowerCase(Locale.ROOT);
        return rows("tls", "container=%s tls=%s deflate=%s".formatted(container, words[0], words[1]))
                .get(0);
    }

    /** Returns lines such as {@code | Jetty | 11 | 12 | 12 | 20 | 21 | 21 |}. */
    private static List<String> layers(String column) {
        return TLS_SERVERS.stream()
                .map(server -> LAYERS.stream()
                        .map(layers -> kibibytes(layered(server, layers), column))
                        .collect(Collectors.joining(" | ", "| " + server + " | ", " |")))
                .toList();
    }

    private static String kibibytes(CsvRow row, String column) {
        return Long.toString(Math.round(row.number(new ColumnKey.Amount(column)).orElseThrow() / 1024));
    }

    private static List<String> handshakes() {
        return TLS_SERVERS.stream()
                .map(server -> "| %s | %d |"
                        .formatted(
                                server,
                                Math.round(layered(server, "tls13 off")
                                        .number(Keys.FULL_HANDSHAKES)
                                        .orElseThrow())))
                .toList();
    }

    @Test
    void everyRowWithTlsTellsWhatWasUsed() {
        assertThat(rows("tls")).hasSize(18).allSatisfy(row -> {
            String deflate = row.cell("deflate");
            assertThat(row.cell("used_deflate")).isEqualTo(deflate.equals("off") ? "" : deflate);
            assertThat(row.cell("used_tls"))
                    .isEqualTo(row.cell("tls").equals("off") ? "" : "TLSv1.3 TLS_AES_256_GCM_SHA384");
            assertThat(row.cell("verdict")).isEqualTo("at-least");
        });
    }

    /** Returns lines such as {@code | Jetty 12.1.3 | 106.91±0.52 | 489 (485..491) | ... |}. */
    private static List<String> releases() {
        return RELEASES.stream()
                .map(release -> Stream.of("keep-alive", "websocket", "hold-async")
                        .map(workload -> "container=%s container_version=%s workload=%s"
                                .formatted(
                                        release.split(" ")[0].toLowerCase(Locale.ROOT),
                                        release.split(" ")[1],
                                        workload))
                        .map(cells -> releaseCells(forks("releases", cells)))
                        .collect(Collectors.joining(" | ", "| " + release + " | ", " |")))
                .toList();
    }

    private static String releaseCells(List<CsvRow> forks) {
        double[] held = forks.stream()
                .mapToDouble(row -> row.number(Keys.CEILING).orElse(row.amount(Keys.PASSED_CONNECTIONS)))
                .sorted()
                .toArray();
        return cost(forks, "heap", "%.2f", "±%.2f") + " | "
                + spread(new Spread(held[1], held[0], held[2], FORKS), KeptTablesTest::grouped);
    }

    /** Returns the lines of all servers of a run, such as {@code | Netty | 19 977 | 6.1±0.3 | ... |}, and those of messages. */
    private static List<String> peers(String run) {
        List<String> lines = new ArrayList<>();
        for (PeerGroup group : PeerGroup.of(rows(run))) {
            for (PeerGroup.PeerRow row : group.rows()) {
                lines.add(memoryLine(row, run));
                if (group.pushes()) {
                    lines.add("| %s | %s | %s |"
                            .formatted(
                                    row.label(),
                                    spread(row.pushed().messagesPerSecond(), KeptTablesTest::grouped),
                                    spread(row.pushed().responseNanos(), nanos -> "%.1f".formatted(nanos / 1e6))));
                }
            }
        }
        return lines;
    }

    private static String memoryLine(PeerGroup.PeerRow row, String run) {
        String setting = row.scenario().replaceFirst("fork\\d+$", "");
        List<CsvRow> forks = rows(run).stream()
                .filter(fork -> fork.cell("scenario").startsWith(setting))
                .toList();
        assertThat(forks).as(setting).hasSize(FORKS);
        return "| %s | %s | %s | %s | %s |"
                .formatted(
                        row.label(),
                        spread(row.figures().connections(), KeptTablesTest::grouped),
                        cost(forks, "pss", "%.1f", "±%.1f"),
                        cost(forks, "heap", "%.1f", "±%.1f"),
                        String.join(", ", row.factors()));
    }

    /** Returns the median and, if forks differ, the least and the most. */
    private static String spread(@Nullable Spread spread, DoubleFunction<String> show) {
        if (spread == null) {
            return "";
        }
        String least = show.apply(spread.least());
        String most = show.apply(spread.most());
        return show.apply(spread.median()) + (least.equals(most) ? "" : " (%s..%s)".formatted(least, most));
    }

    @Test
    void thePageHasEachPublishedFigureThatIsShownInReports() throws IOException {
        String page = page("peers");

        for (String workload : List.of("broadcast", "websocket", "keep-alive")) {
            assertThat(Published.of(workload)).isNotEmpty().allSatisfy(published -> assertThat(page)
                    .contains(published.server(), published.connections()));
        }
    }
}
