package io.ceiling.harness.verdict.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ThreadRoom;
import io.ceiling.harness.model.prediction.LimitPrediction;
import io.ceiling.harness.model.prediction.LimitPrediction.NotPredicted;
import io.ceiling.harness.model.prediction.PredictedLimit;
import org.junit.jupiter.api.Test;

class LimitPredictorTest {

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
        return prediction.others().stream()
                .filter(limit -> limit.factor() == factor)
                .map(NotPredicted::why)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nearestLimitComesFirst() {
        LimitPrediction prediction = LimitPredictor.of(Levels.of(0), Levels.limits(ThreadRoom.UNSEEN, 0));

        assertThat(prediction.limits())
                .extracting(PredictedLimit::factor)
                .startsWith(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        LimitingFactor.SERVER_HEAP,
                        LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(prediction.nearest()).hasValueSatisfying(limit -> {
            assertThat(limit.whole()).isEqualTo(940);
            assertThat(limit.limit()).isEqualTo("nofile=1000");
            assertThat(limit.interval().covers(940)).isTrue();
        });
        assertThat(prediction.mostConnections()).isEqualTo(50);
    }

    @Test
    void heapIsMetAtItsLineAndTheIntervalHasTheTruth() {
        PredictedLimit heap =
                only(LimitPredictor.of(Levels.of(0), Levels.limits(ThreadRoom.UNSEEN, 0)), LimitingFactor.SERVER_HEAP);

        assertThat(heap.connections()).isCloseTo(1_780, within(60.0));
        assertThat(heap.interval().covers(1_780)).isTrue();
        assertThat(heap.basis().perConnection()).isCloseTo(50_000, within(1_500.0));
        assertThat(heap.basis().levels()).isEqualTo(6);
        assertThat(heap.basis().curved()).isFalse();
    }

    @Test
    void curveWidensTheInterval() {
        PredictedLimit line =
                only(LimitPredictor.of(Levels.of(0), Levels.limits(ThreadRoom.UNSEEN, 0)), LimitingFactor.SERVER_HEAP);
        PredictedLimit curve = only(
                LimitPredictor.of(Levels.of(500), Levels.limits(ThreadRoom.UNSEEN, 0)), LimitingFactor.SERVER_HEAP);

        assertThat(curve.basis().curved()).isTrue();
        assertThat(curve.interval().high() - curve.interval().low())
                .isGreaterThan(line.interval().high() - line.interval().low());
    }

    @Test
    void whatDoesNotRiseHasNoPrediction() {
        LimitPrediction prediction = LimitPredictor.of(Levels.of(0), Levels.limits(ThreadRoom.UNSEEN, 0));

        assertThat(whyNot(prediction, LimitingFactor.SERVER_THREADS))
                .isEqualTo("busy threads of the pool: does not rise with connections");
        assertThat(whyNot(prediction, LimitingFactor.SERVER_DIRECT_MEMORY)).isEqualTo("the limit was not seen");
    }

    @Test
    void threadsOfTheProcessMeetTheLimitWithTheLeastRoom() {
        ThreadRoom room = new ThreadRoom(
                130,
                ThreadRoom.Use.of(1_000, 65_530),
                ThreadRoom.Use.UNSEEN,
                ThreadRoom.Use.UNSEEN,
                ThreadRoom.Use.of(200, 1_200),
                Seen.NOT,
                ThreadRoom.Use.UNSEEN);

        LimitPrediction prediction = LimitPredictor.of(Levels.of(0), Levels.limits(room, 0));

        // 1 000 threads more are 500 connections more than 50.
        assertThat(prediction.nearest()).hasValueSatisfying(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.SERVER_NATIVE_THREADS);
            assertThat(limit.limit()).isEqualTo("pids.max=1200");
            assertThat(limit.whole()).isEqualTo(550);
        });
    }

    /** Two processors; 1 ms x 10 exchanges/s and 0.1 ms of an idle one are 0.0101 processors of a connection. */
    @Test
    void processorsFollowFromThePaceAndTheDemand() {
        PredictedLimit processors =
                only(LimitPredictor.of(Levels.of(0), Levels.limits(ThreadRoom.UNSEEN, 10)), LimitingFactor.SERVER_CPU);

        assertThat(processors.connections()).isCloseTo(198, within(1.0));
        assertThat(processors.interval().low()).isCloseTo(198, within(1.0));
        assertThat(processors.interval().high()).isCloseTo(198, within(1.0));
        assertThat(processors.basis().assumed())
                .isEqualTo("10 exchanges/s of each connection, 1000 us of processor time each; full at 100 %");
    }
}
