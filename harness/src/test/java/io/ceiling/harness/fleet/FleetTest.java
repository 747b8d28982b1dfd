package io.ceiling.harness.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.Request;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FleetTest {

    private static List<FakeAgent> agents(int count, int places) {
        return Stream.generate(() -> new FakeAgent(places)).limit(count).toList();
    }

    @Test
    void spreadsConnectionsEvenlyHoweverTheyAreAskedFor() {
        List<FakeAgent> agents = agents(3, 1000);
        Fleet fleet = new Fleet(agents);

        fleet.open(1, 100);
        fleet.open(1, 100);
        fleet.open(6, 100);

        assertThat(agents).extracting(FakeAgent::asked).containsExactly(3L, 3L, 2L);
    }

    @Test
    void trimsEveryAgentToItsShareAndGoesOnFromThere() {
        FakeAgent first = new FakeAgent(1000);
        FakeAgent second = new FakeAgent(1000);
        Fleet fleet = new Fleet(List.of(first, second));
        fleet.open(100, 100);

        fleet.trim(51);
        fleet.open(1, 100);

        assertThat(first.report().connections().alive()).isEqualTo(26);
        assertThat(second.report().connections().alive()).isEqualTo(26);
    }

    @Test
    void agentsRaiseWhatIsLackingInWindowsThatTogetherAreTheOneAskedFor() {
        List<FakeAgent> agents = agents(3, 0);
        Fleet fleet = new Fleet(agents);

        int soon = fleet.openUpTo(1_000, 32, 100);

        assertThat(soon).isEqualTo(1_000);
        assertThat(agents).extracting(FakeAgent::asked).containsExactly(11L, 11L, 10L);
    }

    @Test
    void agentsTakeTurnsInAWindowWithFewerPlacesThanThereAreAgents() {
        List<FakeAgent> agents = agents(3, 1000);
        Fleet fleet = new Fleet(agents);

        assertThat(fleet.openUpTo(9, 2, 100)).isEqualTo(6);
        fleet.counts();
        fleet.counts();
        fleet.counts();
        assertThat(agents).extracting(FakeAgent::asked).containsExactly(3L, 3L, 0L);
        assertThat(fleet.openUpTo(9, 2, 100)).isEqualTo(9);
        fleet.counts();

        assertThat(fleet.counts().connections().alive()).isEqualTo(9);
        assertThat(agents).extracting(FakeAgent::asked).containsExactly(3L, 3L, 3L);
    }

    @Test
    void whatOneAgentHasLostAnotherDoesNotMakeUpFor() {
        FakeAgent first = new FakeAgent(1000);
        FakeAgent second = new FakeAgent(1000);
        Fleet fleet = new Fleet(List.of(first, second));
        fleet.open(40, 100);
        second.loseConnections(5);

        fleet.open(5, 100);

        assertThat(first.report().connections().alive()).isEqualTo(20);
        assertThat(second.report().connections().alive()).isEqualTo(20);
    }

    @Test
    void nobodyIsWaitedForBeforeAllWereAsked() {
        List<String> order = new ArrayList<>();
        FakeAgent agent = new FakeAgent(10);
        AgentLink noting = new AgentLink() {
            @Override
            public <A> PendingAnswer<A> send(Request<A> request) {
                order.add("asked");
                A answer = agent.send(request).await();
                return () -> {
                    order.add("awaited");
                    return answer;
                };
            }
        };

        new Fleet(List.of(noting, noting)).counts();

        assertThat(order).containsExactly("asked", "asked", "awaited", "awaited");
    }

    @Test
    void theMeanIsThatOfAllResponsesTogether() {
        FakeAgent fast = new FakeAgent(10);
        FakeAgent slow = new FakeAgent(30);
        slow.answerWithin(5_000_000);
        Fleet fleet = new Fleet(List.of(fast, slow));
        fast.open(10, 100);
        slow.open(30, 100);
        fleet.exchange(100);

        assertThat(fleet.reading().times().exchanges().response().meanNanos()).isBetween(3_990_000.0, 4_010_000.0);
    }

    @Test
    void addsCountsAndMergesHistograms() {
        FakeAgent fast = new FakeAgent(10);
        FakeAgent slow = new FakeAgent(10);
        slow.answerWithin(900_000_000);
        Fleet fleet = new Fleet(List.of(fast, slow));
        fleet.open(20, 100);
        fleet.exchange(100);
        slow.loseConnections(2);

        LoadReading reading = fleet.reading();

        assertThat(reading.agents()).isEqualTo(2);
        assertThat(reading.connections().alive()).isEqualTo(18);
        assertThat(reading.failures().count(FailureCause.CLOSED_WHILE_HELD)).isEqualTo(2);
        ResponseTimes response = reading.times().exchanges().response();
        assertThat(response.count()).isEqualTo(20);
        assertThat(response.maxNanos()).isBetween(899_000_000L, 901_000_000L);
        assertThat(response.p50Nanos()).isBetween(999_000L, 1_001_000L);
        assertThat(reading.process().descriptors()).isEqualTo(new Usage(40, 200, 0.2));
    }

    @Test
    void countsLeaveHistogramsOut() {
        Fleet fleet = new Fleet(List.of(new FakeAgent(10)));
        fleet.open(10, 100);
        fleet.exchange(100);

        assertThat(fleet.counts().times()).isEqualTo(LoadTimes.NONE);
    }

    @Test
    void eachOfSeveralServersIsLoadedByAgentsOfItsOwn() {
        List<FakeAgent> agents = agents(5, 1000);
        Fleet fleet = new Fleet(agents).withServers(2);
        fleet.open(103, 100);

        LoadReading reading = fleet.counts();

        // The fifth would be one more for the first server than the second has.
        assertThat(agents).extracting(FakeAgent::asked).containsExactly(26L, 26L, 26L, 25L, 0L);
        assertThat(reading.agents()).isEqualTo(4);
        assertThat(reading.connections().alive()).isEqualTo(103);
        assertThat(reading.instances())
                .extracting(each -> each.connections().alive())
                .containsExactly(52L, 51L);
        assertThat(reading.ofInstance(1).connections().alive()).isEqualTo(51);
    }

    @Test
    void theWindowIsThatOfEachServer() {
        List<FakeAgent> agents = agents(4, 0);

        new Fleet(agents).withServers(2).openUpTo(1_000, 5, 100);

        assertThat(agents).extracting(FakeAgent::asked).containsExactly(3L, 3L, 2L, 2L);
    }

    @Test
    void manyServersTakeTurnsThatEachOpenAllThatIsMissing() {
        List<FakeAgent> agents = agents(6, 1000);
        Fleet fleet = new Fleet(agents).withServers(6);

        assertThat(fleet.openUpTo(60, 32, 100)).isEqualTo(40);
        assertThat(agents).extracting(FakeAgent::asked).containsExactly(10L, 10L, 10L, 10L, 0L, 0L);
        assertThat(fleet.openUpTo(60, 32, 100)).isEqualTo(60);
        assertThat(agents).extracting(FakeAgent::asked).containsOnly(10L);
    }

    @Test
    void refusesMoreServersThanAgents() {
        Fleet fleet = new Fleet(List.of(new FakeAgent(1), new FakeAgent(1)));

        assertThatThrownBy(() -> fleet.withServers(3)).hasMessage("servers must be 1..2, as many as agents, were 3");
    }

    @Test
    void refusesToBeEmpty() {
        assertThatThrownBy(() -> new Fleet(List.of())).hasMessage("a fleet must have >= 1 agent, had 0");
    }
}
