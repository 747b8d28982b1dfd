package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.workload.CustomPlan;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeRulesTest {

    private static final String HERE = "198.18.0.3";
    private static final NodeRules RULES = new NodeRules(HERE, true, Optional.of(Path.of("/srv/apps")), 8);
    private static final ServerPlace PLACE = ServerPlace.ANY.withAddress(HERE, "loopback,198.18.0.1,198.18.0.2");

    private static Optional<String> start(NodeRules rules, Scenario scenario, ServerPlace place, int running) {
        return rules.refusal(new NodeCall.StartServer(scenario, 1, place, 0), running);
    }

    private static Optional<String> at(ServerPlace place) {
        return start(RULES, Fixtures.websocket(), place, 0);
    }

    private static Scenario of(String war) {
        Scenario plain = Fixtures.websocket();
        CustomRequest request = new CustomRequest(CustomPlan.Kind.GET, "/", "", "");
        return new Scenario(
                plain.server(),
                Work.of(Workloads.CUSTOM, new UserApplication(Optional.of(Path.of(war)), request)),
                plain.capConnections());
    }

    private static NodeCall.ForkAgents fork(int count) {
        return new NodeCall.ForkAgents(new AgentSizing(count, 100, false));
    }

    @Test
    void aServerAsARunWithHostsAsksForItIsStarted() {
        assertThat(at(PLACE)).isEmpty();
        assertThat(start(RULES, of("/srv/apps/shop.war"), PLACE, 7)).isEmpty();
        assertThat(RULES.refusal(fork(8), 0)).isEmpty();
        assertThat(RULES.refusal(new NodeCall.EndServer(1), 8)).isEmpty();
    }

    @Test
    void addressPortAndControlGroupOfAServerAreTheNodesOwn() {
        assertThat(at(PLACE.withAddress("0.0.0.0", "")))
                .contains("servers of this node must listen on 198.18.0.3, were to listen on 0.0.0.0."
                        + " Hint: start the node with --address");
        assertThat(at(PLACE.withCgroup(Path.of("/home/me/.ssh/authorized_keys"))))
                .contains("port, control group and neighbours of its servers are the node's own, were to be port 0,"
                        + " group '/home/me/.ssh/authorized_keys', next server ''");
        assertThat(at(new ServerPlace(HERE, 22, "", ""))).isPresent();
        assertThat(at(new ServerPlace(HERE, 0, "10.0.0.1:80", ""))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/0", "198.18.0.0/15", "::/0", "somebody.example", "loopback,198.18.0.1,*"})
    void clientsOfAServerAreSingleAddresses(String allow) {
        assertThat(at(PLACE.withAddress(HERE, allow)).orElse(""))
                .startsWith("clients of its servers must be IP addresses, none a network, were to be '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/me/other.war", "/srv/apps/../other.war", "/srv/apps-of-others/shop.war"})
    void filesThatRunAreThoseOfTheNodesFolder(String war) {
        assertThat(start(RULES, of(war), PLACE, 0))
                .contains("servers of this node must run files of /srv/apps, were to run " + war
                        + ". Hint: start the node with --applications");
        assertThat(start(new NodeRules(HERE, true, Optional.empty(), 8), of(war), PLACE, 0))
                .hasValueSatisfying(line -> assertThat(line).contains("must run no file of others"));
    }

    @Test
    void theNumberOfProcessesIsTheNodesOwn() {
        assertThat(RULES.refusal(fork(500), 0))
                .contains("load agents of this node must be 1 to 8, were to be 500."
                        + " Hint: start the node with --most-processes");
        assertThat(start(RULES, Fixtures.websocket(), PLACE, 8)).isPresent();
    }

    @Test
    void aNodeForLoadAgentsTakesNoServers() {
        assertThat(start(new NodeRules(HERE, false, Optional.empty(), 8), Fixtures.websocket(), PLACE, 0))
                .contains("this node takes no servers. Hint: start it with --servers");
    }
}
