package io.ceiling.aftermath;

import io.ceiling.aftermath.NextClient.ClientOutcome;
import io.ceiling.aftermath.NextClient.LaterOutcome;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Results of what was tried after a ramp, for tests of the files and lines that say so. */
final class AfterRamps {

    private static final Aftermath AFTERMATH = new Aftermath(
            new Aftermath.HeldLoad(200, 0, Duration.ofSeconds(4)),
            List.of(
                    new NextClient(
                            ClientOutcome.SILENT_DROP,
                            "",
                            Observation.NOT_SEEN,
                            new LaterOutcome(true, Observation.NOT_SEEN)),
                    new NextClient(
                            ClientOutcome.NEVER_SERVED,
                            "",
                            Observation.of(300_000),
                            new LaterOutcome(true, Observation.of(2_000_000))),
                    new NextClient(
                            ClientOutcome.NEVER_SERVED,
                            "",
                            Observation.of(200_000),
                            new LaterOutcome(true, Observation.of(3_000_000))),
                    new NextClient(
                            ClientOutcome.HTTP_STATUS, "503", Observation.of(6_000_000), LaterOutcome.KNOWN_BEFORE)),
            Optional.of(new Aftermath.LoweredLoad(
                    160,
                    new Aftermath.LoadPart(141, 140, Observation.of(12_000_000)),
                    new Aftermath.LoadPart(16, 16, Observation.of(1_500_000_000)))),
            "",
            21_500_000_000L);

    private static final Storm FAILED = storm(
            100,
            new Storm.Served(
                    1_000,
                    0,
                    37,
                    new Storm.TimesSinceDrop(
                            Observation.of(1_000_000_000),
                            Observation.of(2_010_000_000),
                            Observation.of(3_100_000_000L)),
                    new ResponseTimes(1_000, 1, 2_000_000, 1_020_000_000, 1, 1_030_000_000)),
            new Storm.Queue(
                    Observation.of(40), Observation.of(41), Observation.of(37), Observation.of(101), Limit.of(100)),
            "the slowest was served after 1030 ms,\nSLO 800 ms");

    private static final Storm PASSED = storm(
            1_000,
            new Storm.Served(
                    1_000,
                    0,
                    0,
                    new Storm.TimesSinceDrop(
                            Observation.of(1_000_000_000),
                            Observation.of(1_980_000_000),
                            Observation.of(2_000_000_000)),
                    new ResponseTimes(1_000, 1, 2_000_000, 90_000_000, 1, 120_000_000)),
            new Storm.Queue(
                    Observation.NOT_SEEN,
                    Observation.NOT_SEEN,
                    Observation.NOT_SEEN,
                    Observation.NOT_SEEN,
                    Limit.NOT_SEEN),
            "");

    /** An aftermath and two storms. */
    static final AfterRampResults BOTH = new AfterRampResults(
            Optional.of(AFTERMATH),
            List.of(FAILED, PASSED),
            "least acceptCount that passes: 1000 (100 fails; 2 storms) (40 s)");

    private AfterRamps() {}

    private static Storm storm(int acceptCount, Storm.Served served, Storm.Queue queue, String failure) {
        return new Storm(Limit.of(acceptCount), 1_000, Duration.ofSeconds(2), served, queue, failure);
    }
}
