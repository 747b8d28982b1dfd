package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

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
class AnatomyFormatTest {

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
                AnatomyCsv anatomy = AnatomyCsv.open(folder.path())) {
            run = folder.path();
            anatomy.append(Fixtures.websocket(), Anatomies.WEBSOCKET);
            anatomy.append(Fixtures.websocket(), Anatomies.CONTROL);
            anatomy.append(Fixtures.websocket(), Anatomies.SMALL_BUFFERS);
        }

        for (String file : List.of(AnatomyCsv.FILE)) {
            assertThat(run.resolve(file))
                    .hasContent(Files.readString(
                            Path.of("src", "test", "resources", "golden", file), StandardCharsets.UTF_8));
        }
    }
}
