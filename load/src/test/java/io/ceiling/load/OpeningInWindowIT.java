package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.fixtures.TestServer;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.workload.LoadWorkload;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an agent opens connections by itself, as the answers to the ones before come in. */
class OpeningInWindowIT {

    private static final double FAST = 20_000;

    private TestServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = new TestServer();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    private LoadAgent prepared(int loops) {
        LoadAgent agent = new LoadAgent(Transport.best(), loops);
        agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
        return agent;
    }

    /** Has the server close whatever it has accepted, until the agent has no connection left. */
    private AgentReport awaitClosed(LoadAgent agent) throws InterruptedException {
        return Await.report(agent, r -> {
            server.closeConnections();
            return r.connections().pending() + r.connections().alive() == 0;
        });
    }

    @Test
    void theNextOneIsOpenedAsSoonAsOneIsAnswered() throws Exception {
        for (int loops = 1; loops <= 3; loops++) {
            // Each loop is read at a moment of its own: what one has just finished, another may have begun instead.
            long most = loops == 1 ? 4 : 8;
            try (LoadAgent agent = prepared(loops)) {
                agent.openInWindow(300, 4, FAST);

                AgentReport opened = Await.report(agent, r -> {
                    assertThat(r.connections().pending()).isLessThanOrEqualTo(most);
                    return r.connections().alive() == 300;
                });

                assertThat(opened.connections().requested()).isEqualTo(300);
                assertThat(opened.failures().counts()).isEmpty();
                // They are spread over the event loops as if they had been asked for one by one.
                agent.trim(100);
                assertThat(agent.report().connections().alive()).isEqualTo(100);
            }
        }
    }

    @Test
    void noMoreThanAWindowWaitsForAnswersAndTheRestCanBeGivenUp() throws Exception {
        server.fault = TestServer.Fault.NO_ANSWER;
        try (LoadAgent agent = prepared(2)) {
            agent.openInWindow(100, 8, FAST);
            Await.report(agent, r -> r.connections().pending() == 8);

            agent.stopOpening();
            AgentReport report = awaitClosed(agent);

            assertThat(report.connections().requested()).isEqualTo(8);
            server.fault = TestServer.Fault.NONE;
            agent.openInWindow(5, 1, FAST);
            assertThat(Await.report(agent, r -> r.connections().alive() == 5)
                            .connections()
                            .requested())
                    .isEqualTo(13);
        }
    }

    @Test
    void theFirstFailureIsTheLastOne() throws Exception {
        try (LoadAgent agent = prepared(1)) {
            agent.openInWindow(100_000, 1, FAST);
            Await.report(agent, r -> r.connections().alive() >= 20);

            server.fault = TestServer.Fault.STATUS_503;
            AgentReport failed = Await.report(
                    agent, r -> r.failures().total() > 0 && r.connections().pending() == 0);
            server.fault = TestServer.Fault.NONE;

            assertThat(failed.failures().counts())
                    .containsExactly(java.util.Map.entry(FailureCause.UNEXPECTED_STATUS, 1L));
            // What was in the window when it failed is all that came after it.
            agent.open(1, FAST);
            AgentReport after = Await.report(
                    agent, r -> r.connections().alive() == failed.connections().alive() + 1);
            assertThat(after.connections().requested())
                    .isEqualTo(failed.connections().alive() + 2);
        }
    }

    @Test
    void oneThatFailsWhileItIsHeldEndsTheOpeningToo() throws Exception {
        try (LoadAgent agent = prepared(2)) {
            agent.open(5, FAST);
            Await.report(agent, r -> r.connections().alive() == 5);
            server.fault = TestServer.Fault.NO_ANSWER;
            agent.openInWindow(100, 3, FAST);
            Await.report(agent, r -> r.connections().pending() == 3);

            AgentReport report = awaitClosed(agent);

            assertThat(report.failures().total()).isEqualTo(8);
            assertThat(report.connections().requested()).isEqualTo(8);
        }
    }

    @Test
    void theOnesThatWaitAlreadyTakeTheirPlacesInTheWindow() throws Exception {
        server.fault = TestServer.Fault.NO_ANSWER;
        try (LoadAgent agent = prepared(2)) {
            agent.open(6, FAST);
            agent.openInWindow(100, 8, FAST);
            Await.report(agent, r -> r.connections().pending() == 8);

            // Whatever else the event loops had to do is done once they have answered.
            assertThat(agent.report().connections().requested()).isEqualTo(8);
        }
    }

    @Test
    void aNewPlanAndATrimGiveTheRestUp() throws Exception {
        try (LoadAgent agent = prepared(2)) {
            agent.openInWindow(100_000, 2, FAST);
            Await.report(agent, r -> r.connections().alive() >= 10);
            agent.trim(5);
            AgentReport trimmed = agent.report();
            assertThat(trimmed.connections().alive()).isEqualTo(5);
            assertThat(trimmed.connections().pending()).isZero();

            agent.openInWindow(100_000, 2, FAST);
            Await.report(agent, r -> r.connections().alive() >= 10);
            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
            agent.open(1, FAST);
            assertThat(Await.report(agent, r -> r.connections().alive() == 1)
                            .connections()
                            .requested())
                    .isEqualTo(1);
        }
    }
}
