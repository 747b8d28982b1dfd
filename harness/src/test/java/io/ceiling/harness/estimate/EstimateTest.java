package io.ceiling.harness.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.InFlight;
import io.ceiling.harness.scenario.OwnApplication;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EstimateTest {

    private static final HostLimits HOST = HostLimitsFixture.usual();

    @Test
    void requestsInFlightTakeFourTimesTheSloForEachOfFifteenSteps() {
        Scenario scenario = Fakes.SCENARIO.with(Work.of(
                Workloads.CUSTOM,
                new OwnApplication(Optional.empty(), CustomRequest.inFlight("/slow", InFlight.AT_ONCE))));

        Duration time = Estimate.of(
                List.of(scenario),
                Fakes.RAMP.toBuilder().slo(Duration.ofSeconds(2)).build(),
                HOST);

        assertThat(time).isEqualTo(Duration.ofSeconds(122));
    }
}
