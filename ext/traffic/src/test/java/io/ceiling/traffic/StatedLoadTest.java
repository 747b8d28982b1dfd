package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StatedLoadTest {

    private static HighestRate rate(double hostIdle, double agentCores) {
        return new HighestRate(
                1000,
                990,
                OptionalDouble.empty(),
                0.5,
                agentCores,
                new HighestRate.PeakUse(OptionalDouble.of(hostIdle), agentCores),
                Optional.empty());
    }

    @Test
    void theHighestRateOfAFullHostOrOfFullAgentsIsNotTheServers() {
        assertThat(rate(0.05, 0.95).isHostLimited()).isTrue();
        assertThat(rate(0.05, 0.95).isAgentLimited()).isFalse();
        assertThat(rate(0.5, 0.95).isAgentLimited()).isTrue();
        assertThat(rate(0.5, 0.5).isAgentLimited()).isFalse();
        assertThat(rate(0.5, 0.5).isHostLimited()).isFalse();
    }
}
