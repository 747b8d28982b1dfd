package io.ceiling.harness.report;

import io.ceiling.harness.model.ProbeResult;
import io.ceiling.harness.model.ResponseTimes;
import io.ceiling.harness.model.TrafficResult;
import io.ceiling.harness.model.TrafficSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Results of traffic for tests. */
final class TrafficResults {

    private static final ResponseTimes TIMES = new ResponseTimes(45_600, 420_000, 2_310_000, 9_000_000, 31_250_000);

    static final TrafficSettings ASKED = new TrafficSettings(
            19_000, Duration.ofSeconds(5), Duration.ofSeconds(45), Duration.ofSeconds(60), 42, Optional.empty());

    private TrafficResults() {}

    static TrafficResult result(String notHeld, Optional<ProbeResult> probe) {
        return new TrafficResult(
                ASKED,
                5_000_000_000L,
                60_000_000_000L,
                45_600,
                45_600,
                12,
                notHeld.isEmpty() ? 19_000 : 18_990,
                notHeld,
                99_000_000,
                3_900_000,
                TIMES,
                TIMES,
                0.123,
                0.045,
                0.9,
                45,
                OptionalLong.of(57_000_000),
                OptionalLong.empty(),
                300L << 20,
                500L << 20,
                7_100_000,
                -1,
                probe);
    }

    static Optional<ProbeResult> probe() {
        return Optional.of(new ProbeResult(
                10,
                100_000,
                100_040,
                4_000_000_000L,
                318_000,
                new ResponseTimes(100_040, 250_000, 990_000, 3_000_000, 41_500_000),
                0,
                0.5,
                ""));
    }
}
