package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.fixtures.TestServer;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.workload.LoadWorkload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterIT {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(600);
    private static final String NAME = "cluster-it-" + ProcessHandle.current().pid();

    private Cluster cluster;

    @BeforeEach
    void foundCluster() {
        cluster = Cluster.forHarness(NAME, "127.0.0.1");
    }

    @AfterEach
    void leaveCluster() {
        cluster.close();
    }

    @Test
    void agentsInTheirOwnProcessesDoWhatTheyAreTold() throws Exception {
        try (TestServer server = new TestServer();
                ForkedAgent first = ForkedAgent.join(cluster, NAME, List.of());
                ForkedAgent second = ForkedAgent.join(cluster, NAME, List.of())) {
            List<RemoteAgent> agents = cluster.agents().awaitAgents(2, SOON);
            for (RemoteAgent agent : agents) {
                agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
                agent.open(50, 1_000);
            }
            for (RemoteAgent agent : agents) {
                AgentReport opened = Await.report(agent, r -> r.connections().pending() == 0);
                assertThat(opened.failures().counts()).isEmpty();
                assertThat(opened.connections().alive()).isEqualTo(50);
                assertThat(opened.pid()).isIn(first.pid(), second.pid());
                agent.exchange(1_000);
                assertThat(Await.report(agent, r -> r.exchanges().answered() == 50)
                                .exchanges()
                                .pending())
                        .isZero();
                assertThat(Histograms.decode(agent.histograms().response()).getTotalCount())
                        .isEqualTo(50);
                agent.trim(10);
                assertThat(agent.reportAfterGc().connections().alive()).isEqualTo(10);
            }
            agents.get(0).end();
            agents.get(1).end();
            assertThat(first.awaitExit(SOON)).isZero();
            assertThat(second.awaitExit(SOON)).isZero();
            assertThat(first.output()).isEmpty();
            assertThat(second.output()).isEmpty();
        }
    }

    @Test
    void aCommandThatFailsSaysWhyAndTheAgentStays() throws Exception {
        try (ForkedAgent process = ForkedAgent.join(cluster, NAME, List.of())) {
            RemoteAgent agent = cluster.agents().awaitAgents(1, SOON).get(0);

            assertThatThrownBy(() -> agent.open(1, 1))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("call prepare first");
            assertThat(agent.report().pid()).isEqualTo(process.pid());
        }
    }

    @Test
    void anAgentEndsWithItsStandardInput() throws Exception {
        try (ForkedAgent process = ForkedAgent.join(cluster, NAME, List.of())) {
            RemoteAgent agent = cluster.agents().awaitAgents(1, SOON).get(0);
            CompletableFuture<String> left = new CompletableFuture<>();
            cluster.agents().onLeave(gone -> left.complete(gone.name()));

            process.closeStandardInput();

            assertThat(process.awaitExit(SOON)).isZero();
            assertThat(cluster.agents().awaitLeave(agent, SOON)).isTrue();
            assertThat(left.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(agent.name());
            assertThatThrownBy(agent::report)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining(agent.name());
        }
    }

    @Test
    void anAgentEndsWhenTheHarnessLeaves() throws Exception {
        try (ForkedAgent process = ForkedAgent.join(cluster, NAME, List.of())) {
            cluster.agents().awaitAgents(1, SOON);

            cluster.close();

            assertThat(process.awaitExit(SOON)).isZero();
        }
    }

    @Test
    void aKilledAgentIsNoticed() throws Exception {
        try (ForkedAgent process = ForkedAgent.join(cluster, NAME, List.of());
                ForkedAgent other = ForkedAgent.join(cluster, NAME, List.of())) {
            List<RemoteAgent> agents = cluster.agents().awaitAgents(2, SOON);
            RemoteAgent victim = agents.get(0).report().pid() == process.pid() ? agents.get(0) : agents.get(1);

            process.kill();

            assertThat(cluster.agents().awaitLeave(victim, SOON)).isTrue();
            assertThat(cluster.agents().present()).hasSize(1);
            assertThat(cluster.agents().present().get(0).report().pid()).isEqualTo(other.pid());
        }
    }

    @Test
    void anAgentOutOfDescriptorsCountsThemAndStaysUsable() throws Exception {
        Assumptions.assumeTrue(hasPrlimit(), "prlimit is a Linux command");
        try (TestServer server = new TestServer();
                ForkedAgent process = ForkedAgent.join(cluster, NAME, List.of("prlimit", "--nofile=400:400", "--"))) {
            RemoteAgent agent = cluster.agents().awaitAgents(1, SOON).get(0);
            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
            agent.open(600, 2_000);
            // Open descriptors are read now and then, and so may be told later.
            AgentReport report = Await.report(
                    agent,
                    r -> r.connections().pending() == 0
                            && r.process().descriptors().used() >= 390);

            assertThat(report.failures().counts()).containsOnlyKeys(FailureCause.NO_DESCRIPTOR);
            assertThat(report.failures().firstTexts().get(FailureCause.NO_DESCRIPTOR))
                    .contains("Too many open files");
            assertThat(report.connections().alive()
                            + report.failures().counts().getOrDefault(FailureCause.NO_DESCRIPTOR, 0L))
                    .isEqualTo(600);
            assertThat(report.process().descriptors().limit()).isEqualTo(400);
            assertThat(report.process().descriptors().used()).isLessThanOrEqualTo(400);
            long alive = report.connections().alive();
            agent.exchange(2_000);
            assertThat(Await.report(agent, r -> r.exchanges().answered() == alive)
                            .exchanges()
                            .pending())
                    .isZero();
            agent.trim(5);
            agent.open(20, 2_000);
            assertThat(Await.report(agent, r -> r.connections().pending() == 0)
                            .connections()
                            .alive())
                    .isEqualTo(25);
            assertThat(process.output()).isEmpty();
        }
    }

    @Test
    void anAgentPublishesWhatItIsTold() throws Exception {
        try (ChannelServer server = new ChannelServer();
                ForkedAgent process = ForkedAgent.join(cluster, NAME, List.of())) {
            RemoteAgent agent = cluster.agents().awaitAgents(1, SOON).get(0);
            agent.prepare(Plans.channels(server.port(), new ChannelPlan(ChannelTransport.LONG_POLLING, 5, 0, 1, 0)));
            agent.open(10, 1_000);
            Await.report(agent, r -> r.connections().served() == 10);

            agent.publish(new Bursts(10, 50, 5_000_000, 5, 50_000_000, 42));
            AgentReport report = Await.report(agent, r -> r.channels().messages() == 200);

            assertThat(Await.report(agent, r -> r.publishing().answered() == 100)
                            .publishing()
                            .sent())
                    .isEqualTo(100);
            assertThat(report.failures().counts()).isEmpty();
            // One clock for both processes, or this would be anything.
            assertThat(Histograms.decode(agent.histograms().delivery()).getMaxValue())
                    .isBetween(1_000L, SOON.toNanos());
            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
            assertThatThrownBy(() -> agent.publish(Bursts.NONE))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("only clients of channels publish");
            assertThat(process.output()).isEmpty();
        }
    }

    @Test
    void anAgentThatWasKeptFromRunningSaysForHowLong() throws Exception {
        Assumptions.assumeTrue(hasPrlimit(), "kill -STOP is of Linux and its like");
        try (ForkedAgent process = ForkedAgent.join(cluster, NAME, List.of())) {
            RemoteAgent agent = cluster.agents().awaitAgents(1, SOON).get(0);
            agent.prepare(Plans.channels(80, new ChannelPlan(ChannelTransport.SSE, 1, 0, 1, 0)));

            signal("STOP", process.pid());
            Thread.sleep(PAUSE.toMillis());
            signal("CONT", process.pid());

            AgentReport kept = Await.report(agent, r -> r.process().longestPauseNanos() > PAUSE.toNanos() / 2);
            assertThat(kept.channels()).isEqualTo(ChannelCounts.NONE);
            agent.forgetDeliveries();
            // To the nanosecond no other pause is as long.
            assertThat(agent.report().process().longestPauseNanos())
                    .isNotEqualTo(kept.process().longestPauseNanos());
        }
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void anAgentWithoutAHarnessEndsWithOneLine() throws Exception {
        String nobody = cluster.address();
        cluster.close();
        try (ForkedAgent process =
                ForkedAgent.start(List.of(), List.of("--cluster=" + NAME, "--bind=127.0.0.1", "--harness=" + nobody))) {
            assertThat(process.awaitExit(SOON)).isEqualTo(AgentMain.EXIT_NOT_JOINED);
            assertThat(process.output()).hasSize(1).first().asString().contains(nobody);
        }
    }

    @Test
    void awaitingMoreAgentsThanJoinFailsWithTheNumbers() {
        assertThatThrownBy(() -> cluster.agents().awaitAgents(2, Duration.ofMillis(50)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("expected 2 load agents, 0 joined");
    }

    private static boolean hasPrlimit() {
        return Files.isExecutable(Path.of("/usr/bin/prlimit"));
    }
}
