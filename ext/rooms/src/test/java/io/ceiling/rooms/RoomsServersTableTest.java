package io.ceiling.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Spread;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.text.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** The knees of docs/rooms.md are those of the run in results/reference/rooms-servers. */
class RoomsServersTableTest {

    private static final int FORKS = 3;

    private static String spread(Spread spread, DoubleFunction<String> show) {
        String least = show.apply(spread.least());
        String most = show.apply(spread.most());
        return show.apply(spread.median()) + (least.equals(most) ? "" : " (%s..%s)".formatted(least, most));
    }

    private static String millis(Spread nanos) {
        return spread(nanos, value -> "%.0f".formatted(value / 1e6));
    }

    @Test
    void thePageHasTheKneeOfEachServer() throws IOException {
        List<CsvRow> rows = CsvTable.read(Path.of("..", "..", "results", "reference", "rooms-servers"), "rooms.csv")
                .rows();
        List<String> lines = new ArrayList<>();
        for (RoomsKnee knee : RoomsKnee.of(rows)) {
            RoomsKnee.KneeFigures at = Objects.requireNonNull(knee.at());
            assertThat(at.deliveriesPerSecond().forks()).isEqualTo(FORKS);
            lines.add("| %s | %s | %s%s | %s ms | %s ms | %s %% |"
                    .formatted(
                            knee.server(),
                            knee.transport(),
                            at.atLeast() ? "at least " : "",
                            spread(at.deliveriesPerSecond(), rate -> Figures.count(Math.round(rate))),
                            millis(at.p50Nanos()),
                            millis(at.p99Nanos()),
                            spread(Objects.requireNonNull(at.idleShare()), share -> "%.0f".formatted(100 * share))));
        }

        assertThat(lines).hasSize(5);
        assertThat(Files.readString(Path.of("..", "..", "docs", "rooms.md"), StandardCharsets.UTF_8))
                .contains(lines);
    }
}
