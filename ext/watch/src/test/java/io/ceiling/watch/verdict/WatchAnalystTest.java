package io.ceiling.watch.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.reading.ToolReading;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.watch.WatchSample;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A server with 200 threads, 200 connections and 1000 descriptors on two processors, beside somebody else's load tool. */
class WatchAnalystTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long PERIOD = SECOND / 4;

    private Evidence.ServerTraces process =
            new Evidence.ServerTraces(List.of(), OptionalInt.empty(), Observation.NOT_SEEN, false);
    private long accepted = 20;
    private long maxConnections = 200;
    private long busy = 4;
    private long descriptors = 120;
    private long waiting;
    private long unread;
    private long connecting;
    private long ports = 40;
    private double serverCores = 0.2;
    private double toolCores = 0.2;
    private double otherCores = 0.1;
    private long toolDescriptors = 30;
    private BusiestThread toolThread = BusiestThread.NOT_SEEN;

    private List<LimitingFactor> named() {
        return met().stream().map(Attribution::factor).toList();
    }

    private List<Attribution> met() {
        List<WatchSample> window = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            window.add(sample(i * PERIOD));
        }
        return WatchAnalyst.findLimits(WatchedServers.watched(200, sample(0)), window, process);
    }

    private WatchSample sample(long at) {
        ServerReading server = ServerReadings.notSeen()
                .connections(accepted, Limit.of(maxConnections))
                .pool(200, busy, Limit.of(200), -1)
                .descriptors(descriptors, Limit.of(1000))
                .heap(100 << 20, Limit.of(1L << 30))
                .cpu((long) (serverCores * at), 0, 0)
                .build();
        long all = (long) ((serverCores + toolCores + otherCores) * at);
        TargetSockets sockets = new TargetSockets(
                new TargetSockets.ServerSockets(
                        Observation.of(accepted), Observation.of(waiting), Observation.of(unread)),
                new TargetSockets.ClientSockets(
                        Observation.of(connecting), Observation.of(accepted + waiting), Observation.of(ports)));
        long pending = sockets.unserved();
        LoadReading load = WatchedServers.load(
                new ConnectionCounts(sockets.connections(), pending, 0, 0, 0, 0, 0), unread + busy, (long)
                        (toolCores * at));
        return new WatchSample(
                new Sample(
                        at,
                        false,
                        server,
                        HostReadings.notSeen()
                                .cpu(all, 0, Math.max(0, 2 * at - all), 0)
                                .build(),
                        load),
                new ToolReading(
                        1,
                        new ToolReading.Fullest("wrk", Observation.of(toolDescriptors), Limit.of(64)),
                        Observation.of((long) (toolCores * at)),
                        Observation.of(1 << 20),
                        Observation.of(2),
                        Observation.of(2),
                        toolThread),
                sockets,
                Exchanges.NOT_SEEN);
    }

    @Test
    void aServerThatIsGoneIsToldAlthoughNothingSaysWhy() {
        process = new Evidence.ServerTraces(
                List.of(), OptionalInt.of(Evidence.UNSEEN_EXIT_CODE), Observation.NOT_SEEN, false);

        assertThat(met()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.UNKNOWN);
            assertThat(limit.evidence()).startsWith("the server's process has ended");
        });
    }

    @Test
    void aToolThatComputesBeforeItsFirstConnectionIsAtNoLimit() {
        toolCores = 1.95;
        accepted = 0;

        assertThat(named()).isEmpty();
    }

    @Test
    void namesNothingInACalmServer() {
        assertThat(met()).isEmpty();
    }

    @Test
    void namesTheConnectionsOnlyWhileOthersWait() {
        accepted = 200;
        assertThat(named()).isEmpty();

        waiting = 57;
        assertThat(met()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
            assertThat(limit.evidence())
                    .contains("200 connections accepted, maxConnections is 200", "57 in the listen queue");
            assertThat(limit.relief()).isEqualTo("raise maxConnections (now 200)");
        });
    }

    @Test
    void connectionsThatWaitBelowEveryLimitHaveNoName() {
        waiting = 3;
        unread = 7;

        assertThat(named()).isEmpty();
    }

    @Test
    void namesTheThreadsOnlyWhenAllAreBusyAndRequestsWait() {
        maxConnections = 8192;
        accepted = 260;
        busy = 200;
        assertThat(named()).as("no request waits").isEmpty();

        unread = 60;
        assertThat(met()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.SERVER_THREADS);
            assertThat(limit.evidence())
                    .contains("200 of 200 request threads busy", "60 accepted, whose request no thread has read");
        });

        busy = 150;
        assertThat(named()).as("threads are free").isEmpty();
    }

    @Test
    void threadsThatWaitAreNamedAlsoOnAHostThatOthersKeepBusy() {
        maxConnections = 8192;
        accepted = 260;
        busy = 200;
        unread = 60;
        otherCores = 1.9;
        serverCores = 0.05;
        assertThat(named()).containsExactly(LimitingFactor.SERVER_THREADS);

        // Now its threads are busy because they run, or would run if they could.
        serverCores = 0.6;
        otherCores = 1.35;
        toolCores = 0.05;
        assertThat(named()).containsExactly(LimitingFactor.HOST_CPU);
    }

    @Test
    void namesTheDescriptorsOfTheServerWhileConnectionsWait() {
        descriptors = 1000;
        assertThat(named()).isEmpty();

        waiting = 12;
        assertThat(named()).containsExactly(LimitingFactor.SERVER_FILE_DESCRIPTORS);
    }

    @Test
    void namesTheToolFirst() {
        toolDescriptors = 64;
        accepted = 200;
        waiting = 57;

        assertThat(named())
                .containsExactly(LimitingFactor.LOAD_FILE_DESCRIPTORS, LimitingFactor.SERVER_MAX_CONNECTIONS);
    }

    @Test
    void aToolThatHasOneDescriptorLeftIsNotNamed() {
        toolDescriptors = 63;

        assertThat(named()).isEmpty();
    }

    @Test
    void namesThePortsOfTheToolAtTheEndOfTheRange() {
        ports = 27_000;
        assertThat(named()).isEmpty();

        ports = 28_000;
        assertThat(met()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.LOAD_EPHEMERAL_PORTS);
            assertThat(limit.evidence()).contains("28000 local ports", "holds 28232");
        });
    }

    @Test
    void namesTheProcessorsOfAToolThatHasAllOfThem() {
        toolCores = 1.9;
        serverCores = 0.05;
        otherCores = 0;

        assertThat(named()).containsExactly(LimitingFactor.LOAD_CPU);
    }

    @Test
    void namesAToolThatWorksInOneFullThread() {
        toolCores = 1;
        toolThread =
                new BusiestThread(Observation.of(7), "wrk", Observation.of(490_000_000), Observation.of(500_000_000));
        assertThat(met()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.LOAD_CPU);
            assertThat(limit.evidence()).contains("thread \"wrk\" of the load tool used 0.98 of one processor");
        });

        toolThread =
                new BusiestThread(Observation.of(7), "wrk", Observation.of(300_000_000), Observation.of(500_000_000));
        assertThat(named()).as("a thread that has time left").isEmpty();
    }

    @Test
    void namesTheServersProcessorsRatherThanTheToolThatUsesFewerOfThem() {
        serverCores = 1.4;
        toolCores = 0.55;
        otherCores = 0;

        assertThat(met()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.SERVER_CPU);
            assertThat(limit.evidence()).contains("the load tool 0.55").doesNotContain("load agents");
        });
    }
}
