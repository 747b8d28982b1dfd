package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnatomyCsvTest {

    /** A run that is resumed measures those that are missing, also one that was cut off. */
    @Test
    void hasAScenarioWhoseRowsAreAllThere(@TempDir Path folder) throws Exception {
        boolean before;
        boolean after;
        try (AnatomyCsv csv = new AnatomyCsv(folder)) {
            before = csv.has(Fixtures.websocket());
            csv.append(Fixtures.websocket(), Anatomies.WEBSOCKET);
            after = csv.has(Fixtures.websocket());
        }
        Path file = folder.resolve(AnatomyCsv.FILE);
        List<String> lines = Files.readAllLines(file);
        Files.write(file, lines.subList(0, lines.size() / 2));

        assertThat(before).isFalse();
        assertThat(after).isTrue();
        try (AnatomyCsv cut = new AnatomyCsv(folder)) {
            assertThat(cut.has(Fixtures.websocket())).isFalse();
        }
    }
}
