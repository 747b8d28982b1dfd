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
import io.ceiling.load.link.AgentEnd;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.link.LinkRecords;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.workload.LoadWorkload;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Tests an agent in a process of its own, which is driven over its pipes. */
class AgentProcessIT {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(600);
    private static final Duration SATURATED = Duration.ofMillis(300);
    /** More answers than a pipe of any size takes. */
    private static final int UNREAD_ANSWERS = 2_000;

    private static ForkedAgent fork() throws IOException {
        return ForkedAgent.start(List.of());
    }

    @Test
    void agentsInTheirOwnProcessesDoWhatTheyAreTold() throws Exception {
        try (TestServer server = new TestServer();
                ForkedAgent first = fork();
                ForkedAgent second = fork()) {
            List<LinkedAgent> agents = List.of(first.linked(), second.linked());
            for (LinkedAgent agent : agents) {
                agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
                agent.open(50, 1_000);
            }
            for (LinkedAgent agent : agents) {
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
                agent.openInWindow(30, 4, 5_000);
                Await.report(agent, r -> r.connections().alive() == 40);
                agent.stopOpening();
            }
            agents.forEach(LinkedAgent::end);
            assertThat(first.awaitExit(SOON)).isZero();
            assertThat(second.awaitExit(SOON)).isZero();
            assertThat(first.log()).isEmpty();
            assertThat(second.log()).isEmpty();
        }
    }

    @Test
    void aCommandThatFailsSaysWhyAndTheAgentStays() throws Exception {
        try (ForkedAgent process = fork()) {
            LinkedAgent agent = process.linked();

            assertThatThrownBy(() -> agent.open(1, 1))
                    .isInstanceOf(LinkException.class)
                    .hasMessage("load agent %d: Open: no plan yet. Hint: call prepare first".formatted(process.pid()));
            assertThat(agent.report().pid()).isEqualTo(process.pid());
        }
    }

    @Test
    void anAgentEndsWithItsInputAndIsNotAskedAnyMore() throws Exception {
        try (ForkedAgent process = fork()) {
            LinkedAgent agent = process.linked();
            agent.report();

            agent.end();

            assertThat(process.awaitExit(SOON)).isZero();
            assertThatThrownBy(agent::report)
                    .isInstanceOf(LinkException.class)
                    .hasMessage("load agent %d: Report: it has ended with exit code 0".formatted(process.pid()));
        }
    }

    @Test
    void anAgentEndsWithItsInputWhileItConnects() throws Exception {
        // Nobody accepts: what does not fit into the queue is connecting for as long as the plan allows.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ForkedAgent process = fork()) {
            LinkedAgent agent = process.linked();
            agent.prepare(Plans.plan(full.getLocalPort(), LoadWorkload.KEEP_ALIVE));
            agent.openInWindow(1_000, 100, 5_000);
            Await.report(agent, r -> r.connections().pending() == 100);

            agent.end();

            assertThat(process.awaitExit(SOON)).isZero();
        }
    }

    @Test
    void anAgentEndsWithItsInputWhileNobodyTakesItsAnswers() throws Exception {
        try (ForkedAgent process = fork()) {
            OutputStream input = process.process().getOutputStream();
            for (int i = 0; i < UNREAD_ANSWERS; i++) {
                input.write(LinkRecords.asked(i, new AgentCall.Report()));
            }
            input.flush();
            // The agent is at work, and stands still once the pipe is full.
            assertThat(process.process().getInputStream().read()).isZero();

            input.close();

            assertThat(process.awaitExit(SOON)).isZero();
        }
    }

    @Test
    void anAgentThatGetsNoRecordsSaysSoInOneLineAndEnds() throws Exception {
        try (ForkedAgent process = fork()) {
            OutputStream input = process.process().getOutputStream();
            input.write("hello, agent".getBytes(StandardCharsets.US_ASCII));
            input.flush();

            assertThat(process.awaitExit(SOON)).isEqualTo(AgentEnd.EXIT_BROKEN);
            Await.until(() -> !process.log().isEmpty());
            assertThat(process.log())
                    .containsExactly(
                            "ceiling agent: expected a record of at most 20971520 bytes, got the length 1751477356");
        }
    }

    @Test
    void anAgentWithWrongArgumentsSaysSoInOneLineAndEnds() throws Exception {
        try (ForkedAgent process = ForkedAgent.start(List.of(), "--loops=none")) {
            assertThat(process.awaitExit(SOON)).isEqualTo(AgentMain.EXIT_BAD_ARGUMENTS);
            Await.until(() -> !process.log().isEmpty());
            assertThat(process.log()).containsExactly("ceiling agent: --loops must be 1..256, was 'none'");
        }
    }

    @Test
    void aKilledAgentIsNoticed() throws Exception {
        try (ForkedAgent process = fork();
                ForkedAgent other = fork()) {
            LinkedAgent victim = process.linked();
            LinkedAgent survivor = other.linked();
            victim.report();

            signal("KILL", process.pid());

            process.awaitExit(SOON);
            assertThatThrownBy(victim::report)
                    .isInstanceOf(LinkException.class)
                    .hasMessageContaining("it has ended with exit code 137");
            assertThat(survivor.report().pid()).isEqualTo(other.pid());
        }
    }

    @Test
    void whatTheVirtualMachinePrintsIsNotTakenForAnAnswer() throws Exception {
        try (ForkedAgent process = fork()) {
            LinkedAgent agent = process.linked();
            agent.report();

            signal("QUIT", process.pid());
            Await.until(() -> process.log().stream().anyMatch(line -> line.startsWith("Full thread dump")));

            assertThat(agent.report().pid()).isEqualTo(process.pid());
        }
    }

    @Test
    void anAgentOutOfDescriptorsCountsThemAndStaysUsable() throws Exception {
        Assumptions.assumeTrue(hasPrlimit(), "prlimit is a Linux command");
        try (TestServer server = new TestServer();
                ForkedAgent process = ForkedAgent.start(List.of("prlimit", "--nofile=400:400", "--"))) {
            LinkedAgent agent = process.linked();
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
            assertThat(process.log()).isEmpty();
        }
    }

    @Test
    void anAgentPublishesWhatItIsTold() throws Exception {
        try (ChannelServer server = new ChannelServer();
                ForkedAgent process = fork()) {
            LinkedAgent agent = process.linked();
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
            assertThat(process.log()).isEmpty();
        }
    }

    @Test
    void anAgentThatWasKeptFromRunningSaysForHowLongWhateverItsWorkload() throws Exception {
        Assumptions.assumeTrue(hasPrlimit(), "kill -STOP is of Linux and its like");
        try (TestServer server = new TestServer();
                ForkedAgent process = fork()) {
            LinkedAgent agent = process.linked();
            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));

            signal("STOP", process.pid());
            // The pause itself, whose length the agent has to report: a stopped process has no condition to await.
            Thread.sleep(PAUSE.toMillis());
            signal("CONT", process.pid());

            AgentReport kept = Await.report(agent, r -> r.process().longestPauseNanos() > PAUSE.toNanos() / 2);
            assertThat(kept.process().longestPauseInStepNanos()).isGreaterThan(PAUSE.toNanos() / 2);
            agent.exchange(1_000);
            // To the nanosecond no other pause is as long.
            AgentReport traffic = agent.report();
            assertThat(traffic.process().longestPauseNanos())
                    .isNotEqualTo(kept.process().longestPauseInStepNanos());
            assertThat(traffic.process().longestPauseInStepNanos())
                    .isEqualTo(kept.process().longestPauseInStepNanos());
            agent.forgetTimes();
            assertThat(agent.report().process().longestPauseInStepNanos())
                    .isNotEqualTo(kept.process().longestPauseInStepNanos());
        }
    }

    @Test
    void everyEventLoopSaysForHowLongItWorked() throws Exception {
        try (TestServer server = new TestServer();
                ForkedAgent process = ForkedAgent.start(List.of(), "--loops=4")) {
            LinkedAgent agent = process.linked();
            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
            agent.open(1, 1_000);
            AgentReport before = Await.report(agent, r -> r.connections().alive() == 1);

            // A single connection is the work of a single event loop.
            agent.saturate(SATURATED.toNanos());
            AgentReport after = Await.report(
                    agent, r -> r.exchanges().planned() > 0 && r.exchanges().pending() == 0);

            LoopTimes worked = after.process().since(before.process()).loops();
            assertThat(worked.count()).isEqualTo(4);
            assertThat(worked.busiestNanos()).isPositive();
        }
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static boolean hasPrlimit() {
        return Files.isExecutable(Path.of("/usr/bin/prlimit"));
    }
}
