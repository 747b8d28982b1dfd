package io.ceiling.watch;

import io.ceiling.harness.report.Golden;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.watch.verdict.MetLimit;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchFormatTest {

    @Test
    void filesAreSealed(@TempDir Path results) throws IOException {
        Golden.holds(
                results,
                folder -> {
                    try (WatchCsv watch = new WatchCsv(folder.path())) {
                        watch.append(new MetLimit(
                                LimitingFactor.SERVER_MAX_CONNECTIONS,
                                4_200_000_000L,
                                31_050_000_000L,
                                "200 connections accepted,\nmaxConnections is 200",
                                "raise maxConnections (now 200)",
                                Confidence.HIGH));
                    }
                },
                WatchCsv.FILE);
    }
}
