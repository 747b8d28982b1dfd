package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.reading.HostShares;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.ServerFootprint;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ExchangeCounts;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrafficTest {

    /** 400 requests a second for 60 s. */
    private static final TrafficSettings SETTINGS = new TrafficSettings(
            10_000, Duration.ofSeconds(5), Duration.ofSeconds(45), Duration.ofSeconds(60), 42, Optional.empty());

    private static TrafficResult result(
            long answered, long lateSends, double loaderCores, Optional<ProbeResult> probe) {
        return result(60, answered, lateSends, loaderCores, probe);
    }

    private static TrafficResult result(
            int seconds, long answered, long lateSends, double loaderCores, Optional<ProbeResult> probe) {
        return new TrafficResult(
                SETTINGS,
                new HeldConnections(
                        5_000_000_000L, 10_000, "", Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN),
                new ExchangeFigures(
                        seconds * 1_000_000_000L,
                        new ExchangeCounts(24_000, answered, 0, lateSends),
                        new ByteCounts(60_000_000, 6_000_000),
                        Latencies.NONE),
                new ResourceUse(HostShares.NOT_SEEN, 0.5, loaderCores, ServerFootprint.UNSEEN, LongestPauses.NONE),
                probe);
    }

    private static ProbeResult probe(double cores, String why) {
        return new ProbeResult(10, 100_000, 100_050, 4_000_000_000L, ResponseTimes.NONE, 0, cores, why);
    }

    @Test
    void offersARequestForEachConnectionAndMeanIdleTime() {
        assertThat(SETTINGS.offeredPerSecond()).isEqualTo(400);
    }

    @Test
    void ratesAreOverTheMeasuredTime() {
        TrafficResult result = result(24_000, 0, 0.2, Optional.of(probe(0.5, "")));

        assertThat(result.exchanges().requestsPerSecond()).isEqualTo(400);
        assertThat(result.exchanges().bytesReadPerSecond()).isEqualTo(1e6);
        assertThat(result.exchanges().bytesWrittenPerSecond()).isEqualTo(1e5);
        assertThat(result.connectionsPerSecond()).isEqualTo(2000);
        assertThat(result.probe().orElseThrow().requestsPerSecond()).isEqualTo(25_012.5);
        assertThat(result.marks()).isEmpty();
    }

    @Test
    void whatSpeaksAgainstTheFiguresIsMarked() {
        assertThat(result(23_000, 250, 0.95, Optional.of(probe(0.98, "the time was over")))
                        .marks())
                .containsExactly(
                        "answered 95.8 % of what was offered",
                        "1.0 % sent late",
                        "a load agent used 0.95 processors",
                        "the probe used 0.98 processors",
                        "probe: the time was over");
    }

    @Test
    void ofTrafficThatEndedEarlyOnlyWhatWasOfferedUntilThenCounts() {
        assertThat(result(30, 12_000, 0, 0, Optional.empty()).marks()).isEmpty();
        // After its end the last answers are awaited.
        assertThat(result(90, 24_000, 0, 0, Optional.empty()).marks()).isEmpty();
    }

    @Test
    void anOverloadHasARemedy() {
        assertThat(result(12_000, 0, 0, Optional.empty()).marks())
                .containsExactly("answered 50.0 % of what was offered", "--slo=1s finds the rate that is answered");
    }

    @Test
    void whatDrawsSpreadIsNoLack() {
        assertThat(result(23_700, 0, 0, Optional.empty()).marks()).isEmpty();
        assertThat(result(23_600, 0, 0, Optional.empty()).marks()).hasSize(1);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> new TrafficSettings(
                        1, Duration.ofSeconds(45), Duration.ofSeconds(5), Duration.ofSeconds(1), 1, Optional.empty()))
                .hasMessage("idle times must be 0 < min <= max, were 45000 ms..5000 ms");
        assertThatThrownBy(() -> new TrafficSettings.Probe(0, 10)).hasMessageContaining("had 0 and 10");
    }
}
