package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AfterRampFilesTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Locale original = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(original);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-SA-u-nu-arab"})
    void filesAreTheSameInEveryLocale(String locale, @TempDir Path results) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        Path run;
        try (RunFolder folder = RunFolder.create(results, "golden", CLOCK)) {
            run = folder.path();
            folder.append(
                    Fixtures.result(Fixtures.websocket(), Fixtures.REACHED)
                            .with(AfterRamps.BOTH.of("20261121T091500Z-golden", Fixtures.websocket())),
                    List.of());
            folder.append(
                    Fixtures.broadcastResult().with(AfterRamp.NOTHING.of(run.toString(), Fixtures.broadcast())),
                    List.of());
        }

        for (String file : List.of(AftermathCsv.FILE, StormsCsv.FILE)) {
            assertThat(run.resolve(file)).hasContent(golden(file));
        }
    }

    private static String golden(String file) throws IOException {
        return Files.readString(Path.of("src", "test", "resources", "golden", file), StandardCharsets.UTF_8);
    }

    /** The tables of results/README.md are made of columns.csv. */
    @Test
    void everyColumnIsExplainedInTheOrderOfTheFile() {
        assertThat(explained(AftermathCsv.FILE)).containsExactlyElementsOf(Column.names(AftermathCsv.COLUMNS));
        assertThat(explained(StormsCsv.FILE)).containsExactlyElementsOf(Column.names(StormsCsv.COLUMNS));
    }

    private static List<String> explained(String file) {
        return CsvTable.read(Path.of("..", "results"), "columns.csv").rows().stream()
                .filter(row -> row.text("file").equals(file))
                .filter(row -> !row.text("meaning").isEmpty())
                .map(row -> row.text("column"))
                .toList();
    }
}
