package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.Golden;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.harness.result.WarmUp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficFormatTest {

    @Test
    void theFilesAreSealed(@TempDir Path results) throws IOException {
        Golden.holds(
                results,
                folder -> {
                    try (TrafficCsv traffic = new TrafficCsv(folder.path(), List::of);
                            TrafficLoadsCsv loads = new TrafficLoadsCsv(folder.path(), List::of)) {
                        loads.append(Fixtures.websocket(), Fixtures.started("java"), TrafficResults.load(10, 0.5, ""));
                        loads.append(
                                Fixtures.websocket(),
                                Fixtures.started("java"),
                                TrafficResults.load(80, 0.05, "too few"));
                        loads.append(Fixtures.websocket(), Fixtures.started("java"), TrafficResults.loadInTime(100));
                        traffic.append(new TrafficSecond(
                                TrafficSecond.TrafficPhase.PROBE,
                                1_000_000_000L,
                                new SampleInterval(Fixtures.sample(3, false, 1000), Fixtures.sample(5, false, 1500))));
                        traffic.append(
                                Fixtures.websocket(),
                                Fixtures.started("java").withWarmUp(new WarmUp(640, 1_250_000_000L, 1, 0, "")),
                                TrafficResults.result("", TrafficResults.probe()));
                        traffic.append(
                                Fixtures.websocket(),
                                TrafficResults.ASKED,
                                "3 of 18000 connections could be opened:\ntoo late");
                    }
                },
                "traffic.csv",
                "traffic-totals.csv",
                "traffic-loads.csv");
    }

    @Test
    void noTwoColumnsHaveOneName() {
        assertThat(Column.names(TrafficCsv.SECONDS)).doesNotHaveDuplicates();
        assertThat(Column.names(TrafficCsv.TOTALS)).doesNotHaveDuplicates();
        assertThat(Column.names(TrafficLoadsCsv.COLUMNS)).doesNotHaveDuplicates();
    }
}
