package io.ceiling.climb;

import io.ceiling.harness.report.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClimbFormatTest {

    @Test
    void theFileIsSealed(@TempDir Path results) throws IOException {
        Golden.holds(
                results,
                folder -> {
                    try (ClimbCsv climb = new ClimbCsv(folder.path())) {
                        climb.append(Climbs.first(), "", "");
                        climb.append(
                                Climbs.second(),
                                "nofile is 4096,\nthe hard limit",
                                "server-heap: cured,\nnot confirmed");
                    }
                },
                ClimbCsv.FILE);
    }
}
