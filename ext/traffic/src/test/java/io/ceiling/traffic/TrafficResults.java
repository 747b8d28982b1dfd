package io.ceiling.traffic;

import io.ceiling.harness.reading.HostShares;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.ServerFootprint;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ExchangeCounts;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Results of traffic for tests. */
public final class TrafficResults {

    private static final ResponseTimes TIMES =
            new ResponseTimes(45_600, 500_000, 420_000, 2_310_000, 9_000_000, 31_250_000);

    public static final TrafficSettings ASKED = new TrafficSettings(
            19_000, Duration.ofSeconds(5), Duration.ofSeconds(45), Duration.ofSeconds(60), 42, Optional.empty());

    private TrafficResults() {}

    public static TrafficResult result(String notHeld, Optional<ProbeResult> probe) {
        return new TrafficResult(
                ASKED,
                new HeldConnections(
                        5_000_000_000L,
                        notHeld.isEmpty() ? 19_000 : 18_990,
                        notHeld,
                        Observation.of(57_000_000),
                        Observation.NOT_SEEN,
                        Observation.of(190_000_000)),
                new ExchangeFigures(
                        60_000_000_000L,
                        new ExchangeCounts(45_600, 45_600, 0, 12),
                        new ByteCounts(99_000_000, 3_900_000),
                        new Latencies(TIMES, TIMES)),
                new ResourceUse(
                        new HostShares(
                                OptionalDouble.of(0.9),
                                OptionalDouble.of(0.01),
                                OptionalDouble.of(0.02),
                                OptionalDouble.of(0)),
                        0.123,
                        0.045,
                        new ServerFootprint(Observation.of(45), Observation.of(300L << 20), Observation.of(500L << 20)),
                        LongestPauses.NONE.withServerPause(7_100_000)),
                probe);
    }

    /**
     * Returns a load at a share of 7 600 requests/s, of which 760 are answered.
     *
     * @param idle idle share of the host at the highest rate
     * @param notSteady why its server was not steady; empty if it was
     */
    public static StatedLoad load(int percent, double idle, String notSteady) {
        return ofRate(percent, idle, notSteady, Optional.empty());
    }

    /** Returns the load of which a search with an SLO of 1 s found the highest rate. */
    public static StatedLoad loadInTime(int percent) {
        return ofRate(
                percent,
                0.05,
                "",
                Optional.of(new HighestRate.TimelyRate(Duration.ofSeconds(1), 7_560.25, 2_500.25, 5_099.75)));
    }

    private static StatedLoad ofRate(
            int percent, double idle, String notSteady, Optional<HighestRate.TimelyRate> inTime) {
        TrafficResult result = result("", Optional.empty());
        return new StatedLoad(
                percent,
                new HighestRate(
                        7_600,
                        7_480,
                        OptionalDouble.of(8_100),
                        0.9,
                        0.8,
                        new HighestRate.PeakUse(OptionalDouble.of(idle), 0.8),
                        inTime),
                result.exchanges().nanos(),
                new WarmUp(0, 3_000_000_000L, 0, notSteady.isEmpty() ? 0 : 1, notSteady),
                result.exchanges(),
                0,
                new ResourceUse(result.resources().host(), 0.123, 0.045, ServerFootprint.UNSEEN, LongestPauses.NONE));
    }

    public static Optional<ProbeResult> probe() {
        return Optional.of(new ProbeResult(
                10,
                100_000,
                100_040,
                4_000_000_000L,
                new ResponseTimes(100_040, 318_000, 250_000, 990_000, 3_000_000, 41_500_000),
                0,
                0.5,
                ""));
    }
}
