package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.Golden;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AfterRampFilesTest {

    @Test
    void filesAreSealed(@TempDir Path results) throws IOException {
        Golden.holds(
                results,
                folder -> {
                    folder.append(
                            Fixtures.result(Fixtures.websocket(), Fixtures.REACHED)
                                    .with(AfterRamps.BOTH.of("20261121T091500Z-golden", Fixtures.websocket())),
                            List.of());
                    folder.append(
                            Fixtures.broadcastResult()
                                    .with(AfterRampResults.EMPTY.of(
                                            folder.path().toString(), Fixtures.broadcast())),
                            List.of());
                },
                AftermathCsv.FILE,
                StormsCsv.FILE);
    }

    /** The tables of results/README.md are made of columns.csv. */
    @Test
    void everyColumnIsExplainedInTheOrderOfTheFile() {
        assertThat(explained(AftermathCsv.FILE)).containsExactlyElementsOf(Column.names(AftermathCsv.COLUMNS));
        assertThat(explained(StormsCsv.FILE)).containsExactlyElementsOf(Column.names(StormsCsv.COLUMNS));
    }

    private static List<String> explained(String file) {
        return CsvTable.read(Path.of("..", "..", "results"), "columns.csv").rows().stream()
                .filter(row -> row.cell("file").equals(file))
                .filter(row -> !row.cell("meaning").isEmpty())
                .map(row -> row.cell("column"))
                .toList();
    }
}
