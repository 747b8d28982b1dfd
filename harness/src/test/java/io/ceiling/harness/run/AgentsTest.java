package io.ceiling.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.container.Tls;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentsTest {

    private static Scenario upTo(int connections) {
        Scenario any = Fixtures.websocket();
        return new Scenario(any.server(), any.work(), connections);
    }

    private static Scenario overTls(int connections) {
        Scenario any = upTo(connections);
        return any.with(
                any.server().toBuilder().sizes(any.sizes().with(Tls.TLS13)).build());
    }

    @Test
    void anAgentHasNoMoreConnectionsThanItsDescriptorsAndItsHeapAllow() {
        assertThat(Agents.count(upTo(19_000), Limit.of(20_000), 1)).isEqualTo(1);
        assertThat(Agents.count(upTo(20_000), Limit.of(20_000), 1)).isEqualTo(2);
        assertThat(Agents.count(upTo(1_000_000), Limit.of(1_048_576), 1)).isEqualTo(20);
        assertThat(Agents.count(upTo(1_000_000), Limit.UNLIMITED, 1)).isEqualTo(20);
    }

    @Test
    void anAgentHasHeapForTheConnectionsOfTheLargestRampAndForTls() {
        Scenario plain = upTo(100_000);
        Scenario secured = overTls(300);

        assertThat(Agents.sizing(List.of(plain), Limit.UNLIMITED, 1)).isEqualTo(new AgentSizing(2, 50_000, false));
        assertThat(Agents.sizing(List.of(plain, secured), Limit.UNLIMITED, 1))
                .isEqualTo(new AgentSizing(2, 50_000, true));
        assertThat(Agents.sizing(List.of(secured), Limit.UNLIMITED, 1)).isEqualTo(new AgentSizing(1, 300, true));
        assertThat(Agents.sizing(List.of(), Limit.UNLIMITED, 1)).isEqualTo(new AgentSizing(1, 0, false));
    }

    @Test
    void eachHostOfAgentsHasOne() {
        assertThat(Agents.count(upTo(100), Limit.of(20_000), 3)).isEqualTo(3);
    }
}
