package io.ceiling.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Golden;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.watch.verdict.MetLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
                                Confidence.HIGH,
                                true));
                    }
                },
                WatchCsv.FILE);
    }

    @Test
    void aLimitThatTheLastReadingShowsMayHaveLastedLonger() {
        MetLimit cpu = new MetLimit(
                LimitingFactor.SERVER_CPU, 1_000_000_000L, 10_700_000_000L, "full", "more", Confidence.HIGH, true);
        WatchVerdict verdict = new WatchVerdict(List.of(cpu), false, "");

        assertThat(WatchTable.lines(verdict, 15_100_000_000L, 1_500_000_000L, Optional.empty()))
                .contains("server-cpu                     1.0 s   >10.7 s    >9.7 s")
                .anySatisfy(line -> assertThat(line).startsWith("The last reading was at 10.7 s of 15.1 s "));
        assertThat(WatchTable.lines(verdict, 11_000_000_000L, 1_500_000_000L, Optional.empty()))
                .contains("server-cpu                     1.0 s    10.7 s     9.7 s")
                .noneSatisfy(line -> assertThat(line).contains("last reading"));
    }
}
