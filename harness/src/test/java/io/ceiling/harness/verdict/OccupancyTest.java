package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.failed;
import static io.ceiling.harness.verdict.EvidenceBuilder.named;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Occupants.WriteTarget;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server of 300 connections that is full with 20 of the probe. */
class OccupancyTest {

    private static Attribution full(int ofProbe, Occupants occupants) {
        return named(TIMED_OUT, e -> {
            e.target = 1000;
            e.served = e.alive = ofProbe;
            e.connections = e.maxConnections = 300;
            e.occupants = occupants;
        });
    }

    private static Occupants with(long accepted, long left, long unread, Occupants.BlockedWriters... writers) {
        return new Occupants(
                new Occupants.Sockets(
                        Observation.of(accepted),
                        Observation.of(1000),
                        Observation.of(left),
                        Observation.of(unread),
                        Observation.of(1),
                        true),
                List.of(writers),
                List.of());
    }

    @Test
    void connectionsOfOthersAreCountedInTheLimitThatTheyFill() {
        Attribution named = full(20, with(300, 0, 0));

        assertThat(named.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(named.evidence()).contains("279 of the 300 connections that it has accepted are not of this probe");
        assertThat(named.relief()).startsWith("find whose connections these are");
    }

    @Test
    void thoseOfClientsThatHaveLeftAreCountedApart() {
        Attribution named = full(20, with(21, 279, 0));

        assertThat(named.evidence())
                .contains("279 of the 300 connections that it has accepted are of clients that have left")
                .doesNotContain("not of this probe");
        assertThat(named.relief()).startsWith("let the server close connections whose clients have left");
    }

    @Test
    void aServerThatTheProbeFillsHasNoOthers() {
        Attribution named = full(298, with(300, 0, 0));

        assertThat(named.evidence()).doesNotContain("not of this probe", "have left", "do not read");
    }

    @Test
    void peersThatDoNotReadAndThreadsThatWaitForThemAreTold() {
        Attribution named = full(298, with(300, 0, 7, new Occupants.BlockedWriters(WriteTarget.CLIENT, "worker-*", 7)));

        assertThat(named.evidence())
                .contains("it cannot send on 7 connections, since the peers do not read")
                .contains("7 threads worker-* are blocked in a write to a connection whose peer does not read");
    }

    @Test
    void outputThatNobodyReadsIsToldAndToBeReadFirst() {
        Attribution named =
                full(298, with(300, 0, 0, new Occupants.BlockedWriters(WriteTarget.STANDARD_OUTPUT, "node", 1)));

        assertThat(named.evidence())
                .contains("thread node is blocked in a write to its standard output, a pipe that nobody reads");
        assertThat(named.relief()).startsWith("read what the server prints");
    }

    @Test
    void aServerThatTellsNothingOfItsConnectionsAcceptsNoMoreIfTheyWaitInItsQueue() {
        Attribution named = named(TIMED_OUT, e -> {
            e.ofTarget(true);
            e.served = e.alive = 100;
            e.target = 108;
            e.listenWaiting = 8;
            e.listenWaitingSamples = 3;
            e.occupants = with(101, 0, 0);
        });

        assertThat(named.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(named.evidence()).startsWith("101 connections accepted, and no more: 8 stayed in the listen queue");
    }

    @Test
    void theSameNumberOfDifferentOnesIsALimitOfConnectionsOnABusyHostAsWell() {
        Attribution named = LimitAnalyst.analyse(List.of(onABusyHost(101, 100, 0.0), onABusyHost(125, 100, 0.0)));

        assertThat(named.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(named.evidence())
                .contains("of 101 and of 125 connections 100 were served, on a host with 1.90 of 2 processors busy");
    }

    @Test
    void aBusyHostOnWhichNobodyWasServedShowsNoLimitOfConnections() {
        assertThat(LimitAnalyst.analyse(List.of(onABusyHost(101, 0, 0.0), onABusyHost(125, 0, 0.0)))
                        .factor())
                .isEqualTo(LimitingFactor.HOST_CPU);
    }

    @Test
    void connectionsThatWereNotOpenedAnyMoreWaitInNoQueue() {
        Attribution named = named(TIMED_OUT, e -> {
            e.ofTarget(true);
            e.fails(FailureCause.ANSWER_TIMEOUT, 16);
            e.served = e.alive = 60;
            e.target = 180;
            e.listenWaiting = 16;
            e.listenWaitingSamples = 3;
            e.occupants = with(61, 0, 0);
        });

        assertThat(named.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
    }

    @ParameterizedTest
    @CsvSource({
        "101, 125, 99, 0.0, another number each time",
        "101, 102, 100, 0.0, nearly the same step",
        "101, 125, 100, 0.5, a server that ran"
    })
    void whatABusyHostMakesLateIsNoLimitOfConnections(int less, int more, int servedOfMore, double cores, String why) {
        Attribution named =
                LimitAnalyst.analyse(List.of(onABusyHost(less, 100, cores), onABusyHost(more, servedOfMore, cores)));

        assertThat(named.factor()).as(why).isEqualTo(LimitingFactor.HOST_CPU);
    }

    /** Eight threads that each hold a response open, and accept whoever comes. */
    @Test
    void whereTheSameNumberOfDifferentOnesIsServedAndNothingIsFullThatManyAreServedAtOnce() {
        Attribution named = LimitAnalyst.analyse(List.of(othersWait(9, 8), othersWait(50, 8)));

        assertThat(named.factor()).isEqualTo(LimitingFactor.CONCURRENCY_LIMIT);
        assertThat(named.evidence()).startsWith("of 9 and of 50 connections 8 were served, and the others waited");
        assertThat(LimitAnalyst.analyse(List.of(othersWait(9, 8), othersWait(50, 12)))
                        .factor())
                .isEqualTo(LimitingFactor.UNKNOWN);
    }

    private static FailedStep othersWait(int target, int served) {
        return failed(TIMED_OUT, e -> {
            e.ofTarget(true);
            e.fails(FailureCause.ANSWER_TIMEOUT, (long) target - served);
            e.served = e.alive = served;
            e.target = target;
            e.serverCores = 0.0;
        });
    }

    private static FailedStep onABusyHost(int target, int served, double cores) {
        return failed(TIMED_OUT, e -> {
            e.ofTarget(true);
            e.served = e.alive = served;
            e.target = target;
            e.serverCores = cores;
            e.loadCores = 0.1;
            e.otherCores = 1.8 - cores;
            e.listenWaiting = (long) target - served;
            e.listenWaitingSamples = 1;
            e.occupants = with(served + 1L, 0, 0);
        });
    }
}
