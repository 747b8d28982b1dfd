package io.ceiling.load.loop;

import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.exchange;
import static io.ceiling.load.fixtures.Agents.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.fixtures.TestServer;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.workload.LoadWorkload;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConversationIT {

    private static final int CONNECTIONS = 100;

    @AutoClose
    private final TestServer server = new TestServer();

    private LoadAgent opened(LoadWorkload workload) throws InterruptedException {
        LoadAgent agent = agent(2);
        open(agent, Plans.plan(server.port(), workload), CONNECTIONS);
        return agent;
    }

    private static Pace pace(long minIdleMillis, long maxIdleMillis, long durationMillis) {
        return new Pace(
                TimeUnit.MILLISECONDS.toNanos(minIdleMillis),
                TimeUnit.MILLISECONDS.toNanos(maxIdleMillis),
                TimeUnit.MILLISECONDS.toNanos(durationMillis),
                42);
    }

    /** Requests of a server that answers at once: what the draws say, in whatever order things come. */
    private static long drawn(Pace pace) {
        long requests = 0;
        for (int connection = 0; connection < CONNECTIONS; connection++) {
            long at = pace.firstIdleNanos(connection);
            for (int answer = 1; at < pace.durationNanos(); answer++) {
                requests++;
                at += pace.idleNanos(connection, answer);
            }
        }
        return requests;
    }

    private static void awaitEnd(LoadAgent agent, Pace pace) throws InterruptedException {
        // On a busy machine the last request is sent some time after it was due.
        long end = System.nanoTime() + pace.durationNanos() + TimeUnit.MILLISECONDS.toNanos(200);
        Await.report(agent, r -> System.nanoTime() - end > 0 && r.exchanges().pending() == 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"KEEP_ALIVE", "WEBSOCKET"})
    void everyConnectionAsksAgainAfterItsIdleTimeUntilTheTimeIsOver(LoadWorkload workload) throws Exception {
        Pace pace = pace(100, 200, 1_500);
        try (LoadAgent agent = opened(workload)) {
            AgentReport before = agent.report();
            agent.converse(pace);
            awaitEnd(agent, pace);
            AgentReport after = agent.report();

            assertThat(after.failures().counts()).isEmpty();
            assertThat(after.connections().alive()).isEqualTo(CONNECTIONS);
            assertThat(after.exchanges().answered()).isEqualTo(after.exchanges().planned());
            // Answers take their time, and each puts off what comes after it.
            assertThat(after.exchanges().answered()).isBetween(1L, drawn(pace));
            Histogram response = Histograms.decode(agent.histograms().response());
            assertThat(response.getTotalCount()).isEqualTo(after.exchanges().answered());
            System.out.printf(
                    "%s: %d of %d exchanges, the fastest in %d us%n",
                    workload, after.exchanges().answered(), drawn(pace), response.getMinValue() / 1000);
            // 22 bytes are less than the smallest request or answer of both workloads.
            ByteCounts bytes = after.bytes().since(before.bytes());
            assertThat(bytes.read()).isGreaterThan(22 * after.exchanges().answered());
            assertThat(bytes.written()).isGreaterThan(22 * after.exchanges().answered());
            assertThat(after.process().longestPauseNanos()).isPositive();
        }
    }

    @Test
    void noPaceEndsItAndWhatIsUnderWayStillCounts() throws Exception {
        try (LoadAgent agent = opened(LoadWorkload.KEEP_ALIVE)) {
            agent.converse(pace(10, 20, 60_000));
            Await.report(agent, r -> r.exchanges().answered() > 3 * CONNECTIONS);
            agent.converse(Pace.NONE);
            AgentReport ended = Await.report(agent, r -> r.exchanges().pending() == 0);

            AgentReport round = exchange(agent, CONNECTIONS);

            assertThat(ended.exchanges().answered()).isGreaterThan(3 * CONNECTIONS);
            assertThat(round.exchanges().answered()).isEqualTo(CONNECTIONS);
            assertThat(round.failures().counts()).isEmpty();
        }
    }

    @Test
    void aConversationAfterAnotherCountsItsOwnAnswersAlone() throws Exception {
        try (LoadAgent agent = opened(LoadWorkload.KEEP_ALIVE)) {
            agent.converse(pace(1, 2, 60_000));
            Await.report(agent, r -> r.exchanges().answered() > 3 * CONNECTIONS);
            Pace next = pace(100, 200, 500);
            agent.converse(next);
            awaitEnd(agent, next);
            AgentReport report = agent.report();

            assertThat(report.failures().counts()).isEmpty();
            assertThat(report.exchanges().answered())
                    .isEqualTo(report.exchanges().planned())
                    .isLessThanOrEqualTo(drawn(next));
            assertThat(Histograms.decode(agent.histograms().response()).getTotalCount())
                    .isEqualTo(report.exchanges().answered());
        }
    }

    @Test
    void aTimeOutIsNoticedAfterATimeInWhichNothingWaited() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE, TimeUnit.MILLISECONDS.toNanos(100)), 1);
            // The second request comes after more than three times the time-out.
            agent.converse(pace(300, 350, 60_000));
            Await.report(agent, r -> r.exchanges().answered() == 1);
            server.fault = TestServer.Fault.NO_ANSWER;
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts()).containsEntry(FailureCause.ANSWER_TIMEOUT, 1L);
            assertThat(report.exchanges().pending()).isZero();
        }
    }

    @Test
    void aServerThatDoesNotAnswerLeavesNothingPendingForEver() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE, TimeUnit.MILLISECONDS.toNanos(300)), 10);
            server.fault = TestServer.Fault.NO_ANSWER;
            agent.converse(pace(10, 20, 60_000));
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts()).containsEntry(FailureCause.ANSWER_TIMEOUT, 10L);
            assertThat(report.exchanges().planned()).isEqualTo(10);
            assertThat(report.exchanges().pending()).isZero();
            assertThat(report.exchanges().answered()).isZero();
        }
    }
}
