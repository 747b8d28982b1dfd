package io.ceiling.capacity.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.ForkSpread;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitPredictorTest {

    private static LimitPrediction predicted(Readings readings) {
        return LimitPredictor.of(readings, Levels.limits(ThreadHeadroom.UNSEEN, 0));
    }

    private static PredictedLimit heap(Readings readings) {
        return only(predicted(readings), LimitingFactor.SERVER_HEAP);
    }

    private static PredictionLimits limits(
            HostLimits host, String collector, PredictionLimits.Clients clients, String notCollected) {
        PredictionLimits some = Levels.limits(ThreadHeadroom.UNSEEN, 0);
        return new PredictionLimits(
                host,
                some.room(),
                some.directBytes(),
                collector,
                some.processors(),
                some.pace(),
                clients,
                notCollected);
    }

    private static PredictedLimit only(LimitPrediction prediction, LimitingFactor factor) {
        assertThat(prediction.limits())
                .filteredOn(limit -> limit.factor() == factor)
                .hasSize(1);
        return prediction.limits().stream()
                .filter(limit -> limit.factor() == factor)
                .findFirst()
                .orElseThrow();
    }

    private static String whyNot(LimitPrediction prediction, LimitingFactor factor) {
        return prediction.unpredictedLimits().stream()
                .filter(limit -> limit.factor() == factor)
                .map(UnpredictedLimit::reason)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nearestLimitComesFirst() {
        LimitPrediction prediction = predicted(Levels.of(0));

        assertThat(prediction.limits())
                .extracting(PredictedLimit::factor)
                .startsWith(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        LimitingFactor.SERVER_HEAP,
                        LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(prediction.nearest()).hasValueSatisfying(limit -> {
            assertThat(limit.wholeConnections()).isEqualTo(940);
            assertThat(limit.limit()).isEqualTo("nofile=1000");
            assertThat(limit.interval().covers(940)).isTrue();
        });
        assertThat(prediction.mostConnections()).isEqualTo(50);
    }

    @Test
    void heapIsMetAtItsLineAndTheIntervalHasTheTruth() {
        PredictedLimit heap = heap(Levels.of(0));

        assertThat(heap.connections()).isCloseTo(1_780, within(60.0));
        assertThat(heap.interval().covers(1_780)).isTrue();
        assertThat(heap.basis().perConnection()).isCloseTo(50_000, within(1_500.0));
        assertThat(heap.basis().levels()).isEqualTo(6);
        assertThat(heap.basis().curved()).isFalse();
    }

    @Test
    void curveGoesOnWithTheCostOfTheLastConnectionsAndTheIntervalHasTheLineAsWell() {
        PredictedLimit line = heap(Levels.of(0));
        PredictedLimit curve = heap(Levels.of(500));

        assertThat(curve.basis().curved()).isTrue();
        assertThat(curve.interval().high() - curve.interval().low())
                .isGreaterThan(line.interval().high() - line.interval().low());
        // The last of 50 connections costs 100 000 bytes, and the line says 75 000.
        assertThat(curve.connections()).isCloseTo(50 + (98_700_000 - 13_750_000) / 100_000.0, within(60.0));
        assertThat(curve.interval().covers((98_700_000 - 10_000_000) / 75_000.0))
                .isTrue();
    }

    @Test
    void whatDoesNotRiseHasNoPrediction() {
        LimitPrediction prediction = predicted(Levels.of(0));

        assertThat(whyNot(prediction, LimitingFactor.SERVER_THREADS))
                .isEqualTo("request threads busy: does not rise with connections");
        assertThat(whyNot(prediction, LimitingFactor.SERVER_DIRECT_MEMORY)).isEqualTo("the limit was not seen");
    }

    @Test
    void whatOpenedConnectionsLeaveBehindWidensTheInterval() {
        PredictedLimit drifted = heap(Levels.again(1_000_000));

        // A million bytes of 50 opened connections are 20 000 of the 50 000 bytes of each.
        assertThat(drifted.connections()).isCloseTo(1_780, within(60.0));
        assertThat(drifted.interval().covers(2_900)).isTrue();
        assertThat(drifted.basis().assumption())
                .contains("heap after a collection changed by 977 KiB when the same 50 connections were opened again");
    }

    @Test
    void scatterOfASecondReadingSaysNothing() {
        PredictedLimit same = heap(Levels.again(10_000));

        assertThat(same.basis().assumption()).doesNotContain("again");
        assertThat(same.interval().high()).isLessThan(1_900);
    }

    @Test
    void buffersOfTheWarmUpAreNoPartOfTheLineOfBytes() {
        LimitPrediction prediction = predicted(Levels.warmedUp());

        PredictedLimit heap = only(prediction, LimitingFactor.SERVER_HEAP);
        assertThat(heap.basis().levels()).isEqualTo(5);
        assertThat(heap.basis().perConnection()).isCloseTo(50_000, within(1_500.0));
        assertThat(only(prediction, LimitingFactor.SERVER_FILE_DESCRIPTORS)
                        .basis()
                        .levels())
                .isEqualTo(6);
    }

    @Test
    void heapThatWasNotCollectedHasNoPredictionAndSaysWhy() {
        List<LevelReading> levels = Levels.of(0).levels().stream()
                .map(level -> new LevelReading(
                        level.connections(),
                        new Sample(
                                level.connections(),
                                false,
                                level.sample().server(),
                                level.sample().host(),
                                level.sample().load()),
                        level.cpuTimes()))
                .toList();
        PredictionLimits some = Levels.limits(ThreadHeadroom.UNSEEN, 0);

        LimitPrediction prediction = LimitPredictor.of(
                new Readings(levels), limits(some.host(), some.collector(), some.clients(), "--no-gc was given"));

        assertThat(whyNot(prediction, LimitingFactor.SERVER_HEAP))
                .isEqualTo("its heap was read with garbage in it: --no-gc was given");
    }

    /** The reserve of a full heap was measured with G1 alone. */
    @ParameterizedTest
    @CsvSource({
        "Shenandoah, how much of a heap of Shenandoah is not in live use when it is full is not known; no ramp of it was measured",
        "'', 'which collector the JVM has was not seen, and with it how much of the heap is not in live use when it is full'"
    })
    void heapOfAnotherCollectorThanG1IsNotPredicted(String collector, String why) {
        PredictionLimits some = Levels.limits(ThreadHeadroom.UNSEEN, 0);

        LimitPrediction prediction =
                LimitPredictor.of(Levels.of(0), limits(some.host(), collector, some.clients(), ""));

        assertThat(whyNot(prediction, LimitingFactor.SERVER_HEAP)).isEqualTo(why);
    }

    /** The interval of the line alone is narrower: it is that of one server. */
    @Test
    void heapHasTheSpreadOfServersInItsIntervalAndCountsHaveNone() {
        LimitPrediction prediction = predicted(Levels.of(0));

        PredictedLimit heap = only(prediction, LimitingFactor.SERVER_HEAP);
        assertThat(heap.interval().high() - heap.connections())
                .isGreaterThan(ForkSpread.HEAP.margin() * heap.connections());
        PredictedLimit descriptors = only(prediction, LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(descriptors.interval().high() - descriptors.interval().low()).isLessThan(2.1);
    }

    /**
     * A server is predicted, and another one of the same settings is filled: what its connections cost differs by the
     * recorded spread, and what its full heap has left is that of the recorded ramps.
     */
    @ParameterizedTest
    @CsvSource({"5000", "20000", "100000"})
    void intervalOfTheHeapHasTheCeilingOfAnotherServer(double scatter) {
        Random random = new Random(11);
        long heap = 64 << 20;
        int covered = 0;
        int predicted = 0;
        for (int i = 0; i < 1_000; i++) {
            double each = 72_000 * (1 + ForkSpread.HEAP.typical() * random.nextGaussian());
            Readings readings = new Readings(IntStream.of(0, 2, 6, 18, 39, 66, 70)
                    .mapToObj(n -> Levels.ofHeap(
                            n, (long) (10_000_000 + each * n + scatter * random.nextGaussian()), Limit.of(heap)))
                    .toList());
            double other = 72_000 * (1 + ForkSpread.HEAP.typical() * random.nextGaussian());
            double left = (0.4 + 2.6 * random.nextDouble()) * (1 << 20);
            double ceiling = (heap - left - 10_000_000) / other;
            for (PredictedLimit limit : LimitPredictor.of(readings, Levels.limits(ThreadHeadroom.UNSEEN, 0))
                    .limits()) {
                predicted++;
                covered += limit.interval().covers(ceiling) ? 1 : 0;
            }
        }

        assertThat(predicted).isGreaterThan(990);
        assertThat((double) covered / predicted).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void localPortsOfAgentsOnTheHostAreALimit() {
        PredictionLimits some = Levels.limits(ThreadHeadroom.UNSEEN, 0);
        HostLimits ports = new HostLimits(
                HostLimits.Descriptors.NOT_SEEN,
                HostLimits.Threads.NOT_SEEN,
                HostLimits.Cgroup.NOT_SEEN,
                new HostLimits.Network(Limit.of(28_232), Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN),
                Limit.NOT_SEEN,
                0);

        LimitPrediction prediction = LimitPredictor.of(
                Levels.of(0), limits(ports, some.collector(), new PredictionLimits.Clients(false, 2), ""));

        PredictedLimit limit = only(prediction, LimitingFactor.LOAD_EPHEMERAL_PORTS);
        assertThat(limit.wholeConnections()).isEqualTo(56_464);
        assertThat(limit.limit()).isEqualTo("local ports=28232 x2");
    }

    @Test
    void threadsOfTheProcessMeetTheLimitWithTheLeastRoom() {
        ThreadHeadroom room = new ThreadHeadroom(
                130,
                ThreadHeadroom.ThreadUse.of(1_000, 65_530),
                ThreadHeadroom.ThreadUse.UNSEEN,
                ThreadHeadroom.ThreadUse.UNSEEN,
                ThreadHeadroom.ThreadUse.of(200, 1_200),
                Observation.NOT_SEEN,
                ThreadHeadroom.ThreadUse.UNSEEN);

        LimitPrediction prediction = LimitPredictor.of(Levels.of(0), Levels.limits(room, 0));

        // 1 000 threads more are 500 connections more than 50.
        assertThat(prediction.nearest()).hasValueSatisfying(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.SERVER_NATIVE_THREADS);
            assertThat(limit.limit()).isEqualTo("pids.max=1200");
            assertThat(limit.wholeConnections()).isEqualTo(550);
        });
    }

    @Test
    void threadsThatThePoolHasToSpareAreNoPartOfTheLine() {
        ThreadHeadroom room = new ThreadHeadroom(
                80,
                ThreadHeadroom.ThreadUse.UNSEEN,
                ThreadHeadroom.ThreadUse.UNSEEN,
                ThreadHeadroom.ThreadUse.UNSEEN,
                ThreadHeadroom.ThreadUse.of(80, 400),
                Observation.NOT_SEEN,
                ThreadHeadroom.ThreadUse.UNSEEN);

        PredictedLimit threads = only(
                LimitPredictor.of(Levels.withSpareThreads(), Levels.limits(room, 0)),
                LimitingFactor.SERVER_NATIVE_THREADS);

        assertThat(threads.wholeConnections()).isEqualTo(370);
        assertThat(threads.interval().covers(370)).isTrue();
    }

    /** 100 MB are left: 2 000 connections of 50 000 bytes; with what grows by itself each would cost 70 000. */
    @Test
    void memoryThatGrowsByItselfIsNoCostOfConnectionsButInTheInterval() {
        HostLimits host = new HostLimits(
                HostLimits.Descriptors.NOT_SEEN,
                HostLimits.Threads.NOT_SEEN,
                new HostLimits.Cgroup(Limit.of(300_000_000), Limit.NOT_SEEN),
                HostLimits.Network.NOT_SEEN,
                Limit.NOT_SEEN,
                0);
        PredictionLimits limits = new PredictionLimits(
                host,
                new PredictionLimits.RoomLeft(ThreadHeadroom.UNSEEN, Observation.of(100_000_000)),
                Limit.NOT_SEEN,
                "G1",
                2,
                OptionalDouble.empty(),
                new PredictionLimits.Clients(false, 0),
                "");

        PredictedLimit memory =
                only(LimitPredictor.of(Levels.ofGrowingProcess(200_000), limits), LimitingFactor.SERVER_MEMORY);
        PredictedLimit steady =
                only(LimitPredictor.of(Levels.ofGrowingProcess(0), limits), LimitingFactor.SERVER_MEMORY);

        assertThat(steady.wholeConnections()).isEqualTo(2_050);
        assertThat(steady.basis().assumption()).doesNotContain("not seen to be a cost");
        assertThat(memory.wholeConnections()).isEqualTo(2_050);
        assertThat(memory.interval().covers(1_479)).isTrue();
        assertThat(memory.basis().assumption())
                .contains(
                        "without memory of the JVM beside heap and direct buffers, not seen to be a cost of connections");
    }

    /** Two processors; 1 ms x 10 exchanges/s and 0.1 ms of an idle one are 0.0101 processors of a connection. */
    @Test
    void processorsFollowFromThePaceAndTheDemand() {
        PredictedLimit processors = only(
                LimitPredictor.of(Levels.of(0), Levels.limits(ThreadHeadroom.UNSEEN, 10)), LimitingFactor.SERVER_CPU);

        assertThat(processors.connections()).isCloseTo(198, within(1.0));
        assertThat(processors.interval().low()).isCloseTo(198, within(1.0));
        assertThat(processors.interval().high()).isCloseTo(198, within(1.0));
        assertThat(processors.basis().assumption())
                .isEqualTo("10 exchanges/s of each connection, 1000 us of processor time each; full at 100 %");
    }
}
