package io.ceiling.capacity.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.capacity.prediction.LevelReading;
import io.ceiling.capacity.size.SizeCsv;
import io.ceiling.capacity.size.Sizings;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.RunFolder;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files are sealed: header and cells are the same in every locale. */
class CapacityFormatTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Locale original = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(original);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-SA-u-nu-arab"})
    void isTheSameInEveryLocale(String locale, @TempDir Path results) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        Path run;

        try (RunFolder folder = RunFolder.create(results, "golden", CLOCK);
                SizeCsv size = SizeCsv.open(folder.path());
                PredictionCsv prediction = PredictionCsv.open(folder.path());
                LevelsCsv levels = LevelsCsv.open(folder.path())) {
            run = folder.path();
            levels.append(
                    Fixtures.websocket(),
                    new LevelReading(
                            118,
                            Fixtures.sample(5, true, 1500),
                            new LevelReading.Work(
                                    Seen.of(1_500_000_000L),
                                    Seen.of(10_000_000),
                                    Seen.of(1_600_000_000L),
                                    Seen.of(40_000_000),
                                    Seen.of(118))),
                    Predictions.WEBSOCKET);
            size.append(Sizings.tomcat(), Sizings.costs(), Sizings.sizing(5_000, Sizings.tomcat()));
            prediction.append(Fixtures.websocket(), Predictions.WEBSOCKET);
        }

        for (String file : List.of("size.csv", "prediction.csv", "levels.csv")) {
            assertThat(run.resolve(file))
                    .hasContent(Files.readString(
                            Path.of("src", "test", "resources", "golden", file), StandardCharsets.UTF_8));
        }
    }
}
