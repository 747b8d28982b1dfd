package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Step;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratorMeterTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void theRateIsThatOfConnectionsThatWereAnsweredAndAWaitInVainIsNone() {
        GeneratorMeter meter = new GeneratorMeter(reading(100, 0, 0, 0), 10 * SECOND);

        meter.endOpening(reading(900, 0, SECOND, 0), 12 * SECOND, 15 * SECOND);
        meter.trafficBegins(reading(900, 0, SECOND, 0), Observation.NOT_SEEN, 15 * SECOND);
        Step.Generator seen = meter.read(reading(900, 0, SECOND, 0), Observation.NOT_SEEN, 16 * SECOND);

        assertThat(seen.opensPerSecond()).hasValue(400);
        // Without traffic, the loop is as full as it was while connections were opened.
        assertThat(seen.fullestLoop().orElseThrow()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void theFullestLoopIsThatOfTheTraffic() {
        GeneratorMeter meter = new GeneratorMeter(reading(0, 0, 0, 0), 0);

        meter.endOpening(reading(800, 0, SECOND / 10, SECOND / 10), SECOND, SECOND);
        meter.trafficBegins(reading(800, 0, SECOND / 10, SECOND / 10), Observation.NOT_SEEN, 3 * SECOND);
        Step.Generator seen = meter.read(reading(800, 800, SECOND / 5, SECOND), Observation.NOT_SEEN, 4 * SECOND);

        assertThat(seen.fullestLoop().orElseThrow()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void answersOfTheTrafficAreCountedOverItsTime() {
        GeneratorMeter meter = new GeneratorMeter(reading(0, 0, 0, 0), 0);

        meter.endOpening(reading(50, 0, 0, 0), SECOND, SECOND);
        meter.trafficBegins(reading(50, 0, 0, 0), Observation.NOT_SEEN, 2 * SECOND);

        assertThat(meter.read(reading(50, 300, 0, 0), Observation.NOT_SEEN, 5 * SECOND)
                        .answersPerSecond())
                .hasValue(100);
        assertThat(meter.read(reading(50, 0, 0, 0), Observation.NOT_SEEN, 5 * SECOND)
                        .answersPerSecond())
                .isEmpty();
    }

    @Test
    void theProcessorTimeOfTheServerIsSharedByTheAnswersUnlessItIsTooLittleToTell() {
        GeneratorMeter meter = new GeneratorMeter(reading(0, 0, 0, 0), 0);

        meter.endOpening(reading(50, 0, 0, 0), SECOND, SECOND);
        meter.trafficBegins(reading(50, 0, 0, 0), Observation.of(7 * SECOND), 2 * SECOND);

        LoadReading after = reading(50, 4_000, 0, 0);
        assertThat(meter.read(after, Observation.of(7 * SECOND + 2 * SECOND / 5), 5 * SECOND)
                        .serverNanosEach())
                .hasValue(100_000);
        assertThat(meter.read(after, Observation.of(7 * SECOND + SECOND / 10), 5 * SECOND)
                        .serverNanosEach())
                .isEmpty();
        assertThat(meter.read(after, Observation.NOT_SEEN, 5 * SECOND).serverNanosEach())
                .isEmpty();
    }

    @Test
    void nothingOpenedHasNoRate() {
        GeneratorMeter meter = new GeneratorMeter(reading(5, 0, 0, 0), 0);

        meter.endOpening(reading(5, 0, 0, 0), 0, SECOND);

        assertThat(meter.read(reading(5, 0, 0, 0), Observation.NOT_SEEN, SECOND).opensPerSecond())
                .isEmpty();
    }

    private static LoadReading reading(long served, long exchanges, long oneLoopNanos, long otherLoopNanos) {
        return new LoadReading(
                1,
                Counts.of(
                        new ConnectionCounts(served, 0, served, served, 0, 0, 0),
                        Failures.NONE,
                        new ExchangeCounts(exchanges, exchanges, 0, 0)),
                LoadTimes.NONE,
                new AgentProcess(
                        0, 0, Usage.NONE, Usage.NONE, 0L, 0, 0, LoopTimes.of(List.of(oneLoopNanos, otherLoopNanos))));
    }
}
