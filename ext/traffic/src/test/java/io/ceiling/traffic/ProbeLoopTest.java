package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeLoopTest {

    private static final LoadPlan PLAN = LoadPlan.of(ServerAddress.local(80, ""), LoadWorkload.KEEP_ALIVE);

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});

    private ProbeLoop begun(FakeAgent agent, int requests) {
        ProbeLoop loop = new ProbeLoop(new TrafficSettings.Probe(requests, 10), new Fleet(List.of(agent)), clock);
        assertThat(loop.hasBegun()).isFalse();
        loop.begin(PLAN, 1000);
        return loop;
    }

    @Test
    void endsOnceItsRequestsAreAnswered() {
        FakeAgent agent = new FakeAgent(1000);
        ProbeLoop loop = begun(agent, 500);

        loop.poll();
        clock.pause();
        assertThat(loop.isRunning()).isTrue();
        loop.poll();

        assertThat(loop.isRunning()).isFalse();
        assertThat(agent.report().connections().alive()).isZero();
        ProbeResult result = loop.result().orElseThrow();
        assertThat(result.answered()).isEqualTo(10 * FakeAgent.SATURATED_EXCHANGES);
        assertThat(result.durationNanos()).isEqualTo(5_000_000);
        assertThat(result.response().meanNanos()).isBetween(999_000.0, 1_001_000.0);
        assertThat(result.reason()).isEmpty();
        assertThat(loop.responses()).hasSize(1);
    }

    @Test
    void whoEndsItEarlierGetsWhatItHasAndWhy() {
        ProbeLoop loop = begun(new FakeAgent(1000), 100_000);
        loop.poll();
        loop.poll();

        loop.end();

        ProbeResult result = loop.result().orElseThrow();
        assertThat(result.answered()).isEqualTo(10 * FakeAgent.SATURATED_EXCHANGES);
        assertThat(result.reason()).isEqualTo("1000 of 100000 requests answered: the time was over");
    }

    @Test
    void aServerThatTakesNoMoreConnectionsLeavesItWaiting() {
        ProbeLoop loop = begun(new FakeAgent(3), 500);

        loop.poll();
        loop.poll();
        assertThat(loop.isRunning()).isTrue();
        loop.end();

        assertThat(loop.result().orElseThrow().answered()).isZero();
        assertThat(loop.result().orElseThrow().requestsPerSecond()).isZero();
    }
}
