package io.ceiling.anatomy;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnatomyFormatTest {

    @Test
    void filesAreSealed(@TempDir Path results) throws IOException {
        Golden.holds(
                results,
                folder -> {
                    try (AnatomyCsv anatomy = new AnatomyCsv(folder.path())) {
                        anatomy.append(Fixtures.websocket(), Anatomies.WEBSOCKET);
                        anatomy.append(Fixtures.websocket(), Anatomies.CONTROL);
                        anatomy.append(Fixtures.websocket(), Anatomies.SMALL_BUFFERS);
                    }
                },
                AnatomyCsv.FILE);
    }
}
