package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Spread;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.html.chart.PeerGroup;
import io.ceiling.harness.report.html.chart.Published;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of docs/peers.md are those of the runs in results/reference/peers-*. */
class PeersTableTest {

    private static final int FORKS = 3;

    /** Returns the lines of all servers of a run, such as {@code | Netty | 19 977 | 6.1±0.3 | ... |}, and those of messages. */
    private static List<String> lines(String run) {
        List<CsvRow> rows = CsvTable.read(Path.of("..", "results", "reference", run), "ceilings.csv")
                .rows();
        List<String> lines = new ArrayList<>();
        for (PeerGroup group : PeerGroup.of(rows)) {
            for (PeerGroup.PeerRow row : group.rows()) {
                lines.add(memoryLine(row, rows));
                if (group.pushes()) {
                    lines.add(messagesLine(row));
                }
            }
        }
        return lines;
    }

    private static String memoryLine(PeerGroup.PeerRow row, List<CsvRow> rows) {
        String setting = row.scenario().replaceFirst("fork\\d+$", "");
        List<CsvRow> forks = rows.stream()
                .filter(fork -> fork.text("scenario").startsWith(setting))
                .toList();
        assertThat(forks).as(setting).hasSize(FORKS);
        return "| %s | %s | %s | %s | %s |"
                .formatted(
                        row.label(),
                        spread(row.figures().connections(), PeersTableTest::grouped),
                        cost(forks, "pss"),
                        cost(forks, "heap"),
                        String.join(", ", row.factors()));
    }

    /** Returns the line of the messages of a server, such as {@code | Netty | 55 167 (54 088..59 871) | 1.4 (1.3..1.4) |}. */
    private static String messagesLine(PeerGroup.PeerRow row) {
        return "| %s | %s | %s |"
                .formatted(
                        row.label(),
                        spread(row.pushed().messagesPerSecond(), PeersTableTest::grouped),
                        spread(row.pushed().responseNanos(), nanos -> "%.1f".formatted(nanos / 1e6)));
    }

    /** Returns the mean of the forks in KiB and its 95 % interval between them. */
    private static String cost(List<CsvRow> forks, String kind) {
        return ForkSlope.of(forks, kind + "_bytes_per_connection")
                .map(slope -> "%.1f%s"
                        .formatted(
                                slope.mean() / 1024,
                                slope.margin().isPresent()
                                        ? "±%.1f".formatted(slope.margin().getAsDouble() / 1024)
                                        : ""))
                .orElse("");
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

    private static String grouped(double amount) {
        return String.format(Locale.ROOT, "%,d", Math.round(amount)).replace(',', ' ');
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "peers.md"), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"peers-broadcast", "peers-websocket", "peers-keep-alive", "peers-nginx"})
    void thePageHasTheFiguresOfEachServer(String run) throws IOException {
        assertThat(page()).contains(lines(run));
    }

    @Test
    void thePageHasEachPublishedFigureThatIsShownInReports() throws IOException {
        String page = page();

        for (String workload : List.of("broadcast", "websocket", "keep-alive")) {
            assertThat(Published.of(workload)).isNotEmpty().allSatisfy(published -> assertThat(page)
                    .contains(published.server(), published.connections()));
        }
    }
}
