package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.scenario.LimitingFactor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that answers nothing. */
class SingleRequestsTest {

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    private List<Occupants.BlockedWriters> writers = List.of();

    private ScenarioNotRunException notRun() {
        Load load =
                new Load(Fakes.SCENARIO, Fakes.RAMP, new Fleet(List.of(new FakeAgent(0))), clock, Fakes.noStop(clock));
        LoadedServer server = new LoadedServer(load, new Fakes.IdleSession(clock) {
            @Override
            public Occupants occupants() {
                return new Occupants(Occupants.Sockets.NOT_SEEN, writers, List.of());
            }
        });
        return catchThrowableOfType(ScenarioNotRunException.class, () -> new SingleRequests(server).slo(words -> {}));
    }

    @Test
    void whatItStandsInIsSaidAfterTwentySeconds() {
        writers = List.of(new Occupants.BlockedWriters(Occupants.WriteTarget.STANDARD_OUTPUT, "pool-*", 1));

        ScenarioNotRunException stuck = notRun();

        assertThat(stuck.factor()).isEqualTo(LimitingFactor.SERVER_STUCK);
        assertThat(stuck).hasMessageContaining("blocked in a write to its standard output");
        assertThat(Duration.ofNanos(clock.nanoTime())).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21));
    }

    @Test
    void aServerOfWhichNothingIsSeenHasMoreThanAMinute() {
        assertThat(notRun().factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(Duration.ofNanos(clock.nanoTime())).isGreaterThan(Duration.ofSeconds(75));
    }
}
