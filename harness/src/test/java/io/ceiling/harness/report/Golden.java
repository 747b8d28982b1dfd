package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/**
 * Files are sealed: header and cells are those of src/test/resources/golden in every locale. -Dceiling.write-columns=true writes
 * them anew.
 */
public final class Golden {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    /** Writes files into the folder of a run. */
    @FunctionalInterface
    public interface Writer {

        void write(RunFolder folder) throws IOException;
    }

    private Golden() {}

    /** Fails if one of the files differs from the golden one of its module in one of three locales. */
    public static void holds(Path results, Writer writer, String... files) throws IOException {
        Locale original = Locale.getDefault();
        try {
            for (String locale : List.of("en-US", "de-DE", "ar-SA-u-nu-arab")) {
                Locale.setDefault(Locale.forLanguageTag(locale));
                Path run;
                try (RunFolder folder = RunFolder.create(results.resolve(locale), "golden", CLOCK)) {
                    run = folder.path();
                    writer.write(folder);
                }
                for (String file : files) {
                    isSealed(run.resolve(file), locale);
                }
            }
        } finally {
            Locale.setDefault(original);
        }
    }

    /** Fails if a file differs from the golden one of its name. */
    static void isSealed(Path file, String locale) throws IOException {
        Path golden = Path.of("src", "test", "resources", "golden").resolve(file.getFileName());
        if (Boolean.getBoolean("ceiling.write-columns")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, Files.readString(file).replace("\r\n", "\n"));
        }
        assertThat(file)
                .as("%s in %s; this test with -Dceiling.write-columns=true writes it", golden, locale)
                .hasContent(Files.readString(golden));
    }
}
