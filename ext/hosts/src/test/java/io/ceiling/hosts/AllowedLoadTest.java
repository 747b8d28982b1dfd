package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.AgentCall;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedLoadTest {

    private static final AllowedLoad ALLOWED = new AllowedLoad(List.of(Network.parse("198.18.0.0/15")), 1_000, "");

    @Test
    void loadsServersOfItsNetworksAlone() {
        assertThat(ALLOWED.refusal(plan("198.19.3.4"), 0, 0)).isEmpty();
        assertThat(ALLOWED.refusal(plan("198.20.0.1"), 0, 0))
                .contains("servers that it loads must be in [198.18.0.0/15], was 198.20.0.1."
                        + " Hint: start the node with --targets");
        assertThat(ALLOWED.refusal(plan("server.example"), 0, 0)).isPresent();
    }

    @Test
    void hasNoMoreConnectionsThanAllAgentsMayHaveTogether() {
        assertThat(ALLOWED.refusal(new AgentCall.Open(400, 1), 600, 0)).isEmpty();
        assertThat(ALLOWED.refusal(new AgentCall.OpenInWindow(401, 8, 1), 600, 0))
                .contains(
                        "its connections must be at most 1000, were to be 1001." + " Hint: start the node with --cap");
        assertThat(ALLOWED.refusal(new AgentCall.Open(1, 1), 600, 400)).isPresent();
        assertThat(ALLOWED.refusal(new AgentCall.Report(), 600, 400)).isEmpty();
    }

    @Test
    void connectionsThatAreClosedMayBeOpenedAgain() {
        assertThat(AllowedLoad.connectionsAfter(new AgentCall.Trim(10), 400)).isEqualTo(10);
        assertThat(AllowedLoad.connectionsAfter(new AgentCall.Trim(900), 400)).isEqualTo(400);
        assertThat(AllowedLoad.connectionsAfter(plan("198.18.0.1"), 400)).isZero();
        assertThat(AllowedLoad.connectionsAfter(new AgentCall.Open(7, 1), 400)).isEqualTo(407);
    }

    private static AgentCall<?> plan(String host) {
        return new AgentCall.Prepare(LoadPlan.of(new ServerAddress(host, 80, "", null), LoadWorkload.KEEP_ALIVE));
    }
}
