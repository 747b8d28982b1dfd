package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.fleet.SimulatedAgent;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.load.report.Histograms;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The histograms of each second that `traffic` takes of 100 agents; the time is printed and not judged. */
class SimulatedFleetTrafficTest {

    private static final int AGENTS = Integer.getInteger("fleet.agents", 100);
    private static final int SECONDS = 3;

    @Test
    void theSecondsOfAMillionConnectionsAddUp() {
        Fleet fleet = new Fleet(
                IntStream.range(0, AGENTS).mapToObj(SimulatedAgent::new).toList());
        int connections = 10_000 * AGENTS;
        SecondHistograms seconds = new SecondHistograms();
        seconds.add(0, fleet.histograms());
        fleet.open(connections / 2, 1);
        fleet.exchange(1);
        Fleet.FleetReading halfway = fleet.readWithHistograms();
        fleet.open(connections - connections / 2, 1);
        fleet.exchange(1);

        long start = System.nanoTime();
        for (int second = 1; second <= SECONDS; second++) {
            seconds.add(
                    TimeUnit.SECONDS.toNanos(second),
                    (second == 1 ? halfway : fleet.readWithHistograms()).histograms());
        }

        System.out.printf(
                "simulated fleet: %d seconds of traffic, read and taken apart: %,d ms each%n",
                SECONDS, (System.nanoTime() - start) / 1_000_000 / SECONDS);
        List<IntervalHistograms> all = seconds.all();
        assertThat(all).hasSize(1 + SECONDS);
        assertThat(all.stream()
                        .mapToLong(interval -> Histograms.merge(interval.byTag().getOrDefault("response", List.of()))
                                .getTotalCount())
                        .sum())
                .isEqualTo(connections);
    }
}
