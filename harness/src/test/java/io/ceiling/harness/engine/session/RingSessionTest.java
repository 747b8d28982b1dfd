package io.ceiling.harness.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.engine.ramp.EffortMeter;
import io.ceiling.harness.engine.ramp.RecursionRun;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.verdict.ramp.CostAnalyst;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingSessionTest {

    private static final int SERVERS = 3;

    private final Fakes.ManualClock clock = new Fakes.ManualClock(this::grow);
    private final List<FakeServer> servers = new ArrayList<>();
    private final List<Sample> csv = new ArrayList<>();
    private final CompletableFuture<String> request = new CompletableFuture<>();
    private int deepest;
    private int growth;
    private int limit = Integer.MAX_VALUE;

    private ServerSession ring() throws InterruptedException {
        return RingSession.start(SERVERS, this::server, () -> Fakes.HOST, csv::add, clock, 0);
    }

    private ServerSession server(int number, ServerPlace place) {
        FakeServer server = new FakeServer(number, place);
        servers.add(server);
        return server;
    }

    private RecursionRun.RecursionResult recurse(ServerSession ring) throws Exception {
        EffortMeter meter = new EffortMeter(clock::nanoTime);
        return new RecursionRun(Fakes.RAMP, ring.recorder(), clock, ring::deepestLevel, () -> false, meter)
                .run(() -> request, 100_000);
    }

    private void grow() {
        deepest = Math.min(limit, deepest + growth);
        if (deepest == limit) {
            request.complete("{\"reached\":%d,\"failure\":\"x\"}".formatted(limit));
        }
    }

    @Test
    void everyServerIsToldTheNextOneAndTheFirstIsSentTheRequest() throws Exception {
        ServerSession ring = ring();

        assertThat(servers)
                .extracting(server -> server.place.nextInstance())
                .containsExactly(
                        "127.0.0.1:" + servers.get(1).place.port(),
                        "127.0.0.1:" + servers.get(2).place.port(),
                        "127.0.0.1:" + servers.get(0).place.port());
        assertThat(ring.started().running().port())
                .isEqualTo(servers.get(0).place.port());
        assertThat(ring.otherInstances())
                .extracting(started -> started.running().port())
                .containsExactly(
                        servers.get(1).place.port(), servers.get(2).place.port());
    }

    @Test
    void aServerThatDoesNotStartIsNamedAndLeavesNone() {
        assertThatThrownBy(() -> RingSession.start(
                        SERVERS,
                        (number, place) -> {
                            if (number == 3) {
                                throw new ScenarioNotRunException("cannot listen on port %d".formatted(place.port()));
                            }
                            return server(number, place);
                        },
                        () -> Fakes.HOST,
                        csv::add,
                        clock,
                        0))
                .isInstanceOf(ScenarioNotRunException.class)
                .hasMessageStartingWith("server 3 of 3: cannot listen on port ");
        assertThat(servers).hasSize(2).allMatch(server -> server.closed);
    }

    @Test
    void readingsAreSumsAndTheDeepestLevelIsThatOfTheDeepest() throws Exception {
        ServerSession ring = ring();
        deepest = 10;

        ServerReading reading = ring.recorder().sampleNow(LoadReading.NONE).server();

        // Levels 1, 4, 7, 10 and 2, 5, 8 and 3, 6, 9.
        assertThat(servers).extracting(FakeServer::levels).containsExactly(4L, 3L, 3L);
        assertThat(reading.deepestLevel()).isEqualTo(Observation.of(10));
        assertThat(reading.recursionLevelsNow()).isEqualTo(Observation.of(10));
        assertThat(reading.heapUsedBytes()).isEqualTo(Observation.of(3 * 1000 + 10 * 10));
        assertThat(reading.maxConnections()).isEqualTo(Limit.UNLIMITED);
        assertThat(ring.deepestLevel()).isEqualTo(Observation.of(10));
        assertThat(ring.exitCode()).isEmpty();
    }

    @Test
    void theRingsSamplesAreWrittenAndNotThoseOfEachServer() throws Exception {
        ServerSession ring = ring();
        deepest = 10;

        ring.recorder().rightAfterGc(LoadReading.NONE);

        assertThat(csv).hasSize(2);
        assertThat(csv.get(1).afterGc()).isTrue();
        assertThat(csv.get(1).server().recursionLevelsNow()).isEqualTo(Observation.of(10));
    }

    @Test
    void costIsThatOfALevelAlthoughTheChainGrowsWhileOneServerIsReadAfterTheOther() throws Exception {
        ServerSession ring = ring();
        growth = 4;
        limit = 4000;
        servers.forEach(server -> server.growsWhileCollecting = 40);

        RecursionRun.RecursionResult outcome = recurse(ring);
        CostPerConnection cost = CostAnalyst.ofRecursion(outcome.points());

        assertThat(outcome.deepest()).isEqualTo(4000);
        assertThat(cost.points()).isEqualTo(outcome.points().size()).isGreaterThan(5);
        assertThat(cost.heapBytes().perConnection()).isEqualTo(10, Offset.offset(1e-6));
        assertThat(cost.heapBytes().intercept()).isEqualTo(3000, Offset.offset(1e-3));
    }

    @Test
    void evidenceIsThatOfEachServerWithItsOwnShareOfTheLevels() throws Exception {
        ServerSession ring = ring();
        growth = 5;
        limit = 100;
        RecursionRun.RecursionResult outcome = recurse(ring);

        List<Evidence> evidence = ring.evidence(outcome.step().before(), outcome.step(), outcome.answer());

        assertThat(evidence).extracting(each -> each.failed().served()).containsExactly(34, 33, 33);
        assertThat(evidence).allSatisfy(each -> {
            assertThat(each.failed().target()).isEqualTo(each.failed().served() + 1);
            assertThat(each.failed().after().server().recursionLevelsNow())
                    .isEqualTo(Observation.of(each.failed().served()));
            assertThat(each.failed().failure()).isEqualTo(outcome.answer());
            assertThat(each.stepSamples()).hasSizeGreaterThanOrEqualTo(2);
        });
    }

    @Test
    void theRingHasEndedWhenOneServerIsGone() throws Exception {
        ServerSession ring = ring();
        servers.get(1).exitCode = OptionalInt.of(137);

        assertThat(ring.exitCode()).hasValue(137);
    }

    @Test
    void whatIsNotSeenOfOneServerIsNotSeenOfTheRing() throws Exception {
        ServerSession ring = ring();
        servers.get(2).seen = false;

        ServerReading reading = ring.recorder().sampleNow(LoadReading.NONE).server();

        assertThat(reading.heapUsedBytes()).isEqualTo(Observation.NOT_SEEN);
        assertThat(reading.deepestLevel()).isEqualTo(Observation.NOT_SEEN);
        assertThat(reading.maxConnections()).isEqualTo(Limit.NOT_SEEN);
        assertThat(reading.rssBytes()).isEqualTo(Observation.of(3));
    }

    @Test
    void closesAll() throws Exception {
        ring().close();

        assertThat(servers).hasSize(3).allMatch(server -> server.closed);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3, 0, 0", "0, 3, 1, 1", "0, 3, 3, 1", "0, 3, 4, 2", "1, 3, 1, 0",
        "1, 3, 2, 1", "1, 3, 4, 1", "2, 3, 2, 0", "2, 3, 3, 1", "2, 3, 30000, 10000",
        "0, 3, 29999, 10000", "2, 3, 29999, 9999", "0, 1, 7, 7", "0, 3, -1, -1"
    })
    void levelsGoRound(int index, int count, long deepestLevel, long entered) {
        assertThat(RingReading.entered(index, count, deepestLevel)).isEqualTo(entered);
    }

    private final class FakeServer extends Fakes.IdleSession {
        private final int index;
        private final ServerPlace place;
        private final Recorder recorder;
        private int growsWhileCollecting;
        private boolean seen = true;

        FakeServer(int number, ServerPlace place) {
            super(clock);
            this.index = number - 1;
            this.place = place;
            this.recorder = new Recorder(
                    this::reading,
                    steady -> {
                        deepest = Math.min(limit - 1, deepest + growsWhileCollecting);
                        return new ServerProbe.Collected(true, reading());
                    },
                    () -> Fakes.HOST,
                    sample -> {},
                    clock::nanoTime,
                    0);
        }

        long levels() {
            return RingReading.entered(index, SERVERS, deepest);
        }

        private ServerReading reading() {
            ServerReading all = Fakes.server(deepestLevel().orElse(0), levels());
            return seen ? all : ServerReadings.notSeen().resident(1, 1).build();
        }

        @Override
        public ReadyServer started() {
            RunningSettings running = Fakes.running(index, place.port(), 8192, place.nextInstance());
            return new ReadyServer(
                    new StartedServer(List.of(), running), recorder.sampleNow(LoadReading.NONE), Fakes.LIMITS);
        }

        @Override
        public Recorder recorder() {
            return recorder;
        }

        @Override
        public Observation connections() {
            return Observation.of(levels());
        }

        @Override
        public Observation deepestLevel() {
            return Observation.of(levels() == 0 ? 0 : (levels() - 1) * SERVERS + index + 1);
        }

        @Override
        public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
            return Fakes.evidence(this, Fakes.SCENARIO, List.of(), lastPassed, failed, answer);
        }
    }
}
