package io.ceiling.harness.command.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerSecondLinesTest {

    private final List<TrafficSecond> seconds = new ArrayList<>();
    private final PerSecondLines lines = new PerSecondLines(seconds::add);

    @Test
    void requestsThatWarmTheServerAreInNoLine() {
        lines.sampled(Fixtures.sample(1, false, 0));
        lines.sampled(Fixtures.sample(2, false, 700));
        lines.opened();
        lines.sampled(Fixtures.sample(3, false, 1000));
        lines.sampled(Fixtures.sample(4, false, 1000));
        lines.trafficBegins(Fixtures.sample(5, false, 1000));
        lines.sampled(Fixtures.sample(6, false, 1000));
        lines.line(TrafficSecond.Phase.TRAFFIC, Fixtures.sample(7, false, 1500));

        assertThat(seconds)
                .extracting(TrafficSecond::phase)
                .containsExactly(TrafficSecond.Phase.OPENING, TrafficSecond.Phase.TRAFFIC);
        assertThat(seconds).extracting(TrafficSecond::requestsPerSecond).allMatch(rate -> rate > 0);
    }
}
