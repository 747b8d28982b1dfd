package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.result.WarmUp;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InPlaceWarmUpTest {

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});

    private WarmUp warm(FakeAgent agent, int connections) throws InterruptedException {
        Load load = new Load(Fakes.SCENARIO, Fakes.RAMP, new Fleet(List.of(agent)), clock, Fakes.noStop(clock));
        LoadedServer server = new LoadedServer(load, new Fakes.IdleSession(clock));
        return new WarmUpRunner(Fakes.RAMP.slo(), clock, server::mustStop)
                .run(server.session(), new InPlaceWarmUp(server, Optional.empty()), connections, connections);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 12, 32})
    void opensNoMoreThanItMayLeavesThemOpenAndForgetsTheirTimes(int connections) throws Exception {
        FakeAgent agent = new FakeAgent(1000);

        WarmUp warmUp = warm(agent, connections);

        assertThat(warmUp.steady()).as(warmUp.why()).isTrue();
        assertThat(agent.report().connections().alive())
                .isEqualTo(warmUp.connections())
                .isBetween(1L, (long) Math.min(16, connections));
        assertThat(agent.timesForgotten()).isEqualTo(1);
    }

    /** What failed may be held for good, and what is closed to try again would take the place of others. */
    @Test
    void aConnectionThatIsNotServedAfterQuickAnswersEndsItAndNothingIsClosed() throws Exception {
        FakeAgent agent = new FakeAgent(1000);
        agent.beforeOpening(alive -> {
            if (alive == 2) {
                agent.answerTooLate(1);
            }
        });

        WarmUp warmUp = warm(agent, 16);

        assertThat(warmUp.steady()).isTrue();
        assertThat(agent.report().connections().alive()).isEqualTo(4);
        assertThat(agent.prepared()).isZero();
    }
}
