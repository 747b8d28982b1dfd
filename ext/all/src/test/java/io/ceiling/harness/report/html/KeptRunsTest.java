package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The runs in results/reference, of which some are of an extension. */
class KeptRunsTest {

    @Test
    void listOfTheKeptRunsHasAHeadlineForEach() throws Exception {
        List<Path> runs;
        try (var folders = Files.list(Path.of("..").resolve(Rows.REFERENCE))) {
            // The runs of one experiment may have a folder together.
            runs = folders.filter(Files::isDirectory)
                    .filter(folder -> !folder.endsWith("compare"))
                    .toList();
        }

        assertThat(runs).hasSizeGreaterThan(15).allSatisfy(run -> assertThat(
                        RunFiles.readHeadline(run).headline().sentence())
                .endsWith(".")
                .doesNotContain("broken off"));
    }
}
