package io.ceiling.harness.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EstimateTest {

    private static final HostLimits HOST = HostLimitsFixture.usual();

    @Test
    void anApplicationThatNobodyKnowsTakesTheMedianOfThose() {
        Scenario inFlight = Fakes.SCENARIO.with(Work.of(
                Workloads.CUSTOM,
                new UserApplication(Optional.empty(), CustomRequest.inFlight("/slow", RequestPace.AT_ONCE))));
        Target target = Target.withAddressOnly(
                new Target.Endpoint("127.0.0.1", "127.0.0.1", 8080, "", false, false, List.of()), true);
        ServerSettings unknown = ServerSettings.builder("", Connector.NIO, ThreadKind.PLATFORM, Fakes.SCENARIO.jdk())
                .build();
        Scenario probed = Fakes.SCENARIO.forTarget(target, unknown);

        assertThat(Estimate.of(List.of(inFlight, probed), Fakes.RAMP, HOST)).isEqualTo(Duration.ofSeconds(62));
    }
}
