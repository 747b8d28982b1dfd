package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LevelReading;
import io.ceiling.capacity.size.SizeCsv;
import io.ceiling.capacity.size.Sizings;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityFormatTest {

    @Test
    void filesAreSealed(@TempDir Path results) throws IOException {
        Golden.holds(
                results,
                folder -> {
                    try (SizeCsv size = new SizeCsv(folder.path());
                            PredictionCsv prediction = new PredictionCsv(folder.path());
                            LevelsCsv levels = new LevelsCsv(folder.path())) {
                        levels.append(
                                Fixtures.websocket(),
                                new LevelReading(
                                        118,
                                        Fixtures.sample(5, true, 1500),
                                        new LevelReading.CpuTimes(
                                                Observation.of(1_500_000_000L),
                                                Observation.of(10_000_000),
                                                Observation.of(1_600_000_000L),
                                                Observation.of(40_000_000),
                                                Observation.of(118))),
                                Predictions.WEBSOCKET);
                        size.append(Sizings.tomcat(), Sizings.costs(), Sizings.sizing(5_000, Sizings.tomcat()));
                        prediction.append(Fixtures.websocket(), Predictions.WEBSOCKET);
                    }
                },
                "size.csv",
                "prediction.csv",
                "levels.csv");
    }
}
