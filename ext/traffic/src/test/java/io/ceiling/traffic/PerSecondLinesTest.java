package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.load.report.ExchangeCounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerSecondLinesTest {

    private final List<TrafficSecond> seconds = new ArrayList<>();
    private final PerSecondLines lines = new PerSecondLines(seconds::add);

    @Test
    void requestsThatWarmTheServerAreInNoLine() {
        lines.addSample(Fixtures.sample(1, false, 0));
        lines.addSample(Fixtures.sample(2, false, 700));
        lines.endOpening();
        lines.addSample(Fixtures.sample(3, false, 1000));
        lines.addSample(Fixtures.sample(4, false, 1000));
        lines.beginTraffic(Fixtures.sample(5, false, 1000).with(new ExchangeCounts(90_000, 90_000, 0, 0)));
        lines.addSample(Fixtures.sample(6, false, 1000));
        lines.line(
                TrafficSecond.TrafficPhase.TRAFFIC,
                Fixtures.sample(7, false, 1000).with(new ExchangeCounts(600, 600, 0, 0)));

        assertThat(seconds)
                .extracting(TrafficSecond::phase)
                .containsExactly(TrafficSecond.TrafficPhase.OPENING, TrafficSecond.TrafficPhase.TRAFFIC);
        // 600 answers in two seconds, whatever was answered before.
        assertThat(seconds.get(1).requestsPerSecond()).isEqualTo(300);
    }
}
