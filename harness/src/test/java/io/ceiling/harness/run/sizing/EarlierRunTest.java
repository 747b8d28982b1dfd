package io.ceiling.harness.run.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.sizing.ConnectionCosts;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.verdict.sizing.Sizings;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EarlierRunTest {

    private static final EarlierRun QUICK = new EarlierRun(Path.of("..", "results", "reference", "quick-tomcat"));

    @Test
    void costsAreThoseOfTheStepsOfTheSameServer() {
        ConnectionCosts costs = QUICK.costs(Sizings.tomcat());

        assertThat(costs.heap().perConnection()).isCloseTo(72_600, within(3_000.0));
        assertThat(costs.descriptors().perConnection()).isCloseTo(1, within(0.1));
        assertThat(costs.source().words()).contains("steps of", "servers in", "quick-tomcat");
    }

    @Test
    void buffersAreComparedToo() {
        ConnectionCosts costs =
                QUICK.costs(Sizings.server("tomcat", ThreadKind.PLATFORM, Workloads.WEBSOCKET, OptionalInt.of(1_024)));

        assertThat(costs.heap().perConnection()).isCloseTo(15_000, within(2_000.0));
    }

    @Test
    void runWithoutSuchAServerIsOneLine() {
        assertThatThrownBy(() -> QUICK.costs(
                        Sizings.server("jetty", ThreadKind.PLATFORM, Workloads.WEBSOCKET, OptionalInt.empty())))
                .isInstanceOf(ScenarioNotRunException.class)
                .hasMessageContaining("has 0 passed steps of jetty nio platform websocket")
                .hasMessageNotContaining("\n");
    }
}
