package io.ceiling.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.report.Fixtures;
import org.junit.jupiter.api.Test;

class AgentsTest {

    private static Scenario upTo(int connections) {
        Scenario any = Fixtures.websocket();
        return new Scenario(any.server(), any.work(), connections);
    }

    @Test
    void anAgentHasNoMoreConnectionsThanItsDescriptorsAndItsHeapAllow() {
        assertThat(Agents.count(upTo(19_000), Limit.of(20_000), 1)).isEqualTo(1);
        assertThat(Agents.count(upTo(20_000), Limit.of(20_000), 1)).isEqualTo(2);
        assertThat(Agents.count(upTo(1_000_000), Limit.of(1_048_576), 1)).isEqualTo(20);
        assertThat(Agents.count(upTo(1_000_000), Limit.UNLIMITED, 1)).isEqualTo(20);
    }

    @Test
    void eachHostOfAgentsHasOne() {
        assertThat(Agents.count(upTo(100), Limit.of(20_000), 3)).isEqualTo(3);
    }
}
