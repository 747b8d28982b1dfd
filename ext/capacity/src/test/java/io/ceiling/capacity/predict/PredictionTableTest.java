package io.ceiling.capacity.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionTableTest {

    private static LimitPrediction threads(int limit, int opened) {
        return new LimitPrediction(
                List.of(new PredictedLimit(
                        LimitingFactor.SERVER_THREADS,
                        "maxThreads=" + limit,
                        limit,
                        Interval.UNKNOWN,
                        new PredictedLimit.Basis("busy threads of the pool", "", 1, 0, 0, 6, false, ""))),
                List.of(),
                opened);
    }

    @Test
    void limitThatMayComeFirstIsNamed() {
        assertThat(PredictionTable.lines(Predictions.WEBSOCKET))
                .anyMatch(line -> line.startsWith(
                        "host-memory (available memory=512 MiB) may come first, from 900 connections on: memory of"));
    }

    /** The scatter of one server's levels is not that of the next server, and the spread of servers is that of one application. */
    @Test
    void oneServerHasNoErrorOfItsOwnAndTheSpreadOfServersSaysWhose() {
        assertThat(Predictions.WEBSOCKET.limits())
                .anyMatch(limit ->
                        limit.basis().unit().equals("bytes") && limit.basis().standardError() > 0);
        assertThat(PredictionTable.lines(Predictions.WEBSOCKET))
                .anyMatch(
                        line -> line.contains("of this project's application") && line.contains("not known of another"))
                .noneMatch(line -> line.contains("\u00b1"));
    }

    @Test
    void fewConnectionsAreTheExcuseOfSmallLimitsAlone() {
        assertThat(PredictionTable.lines(threads(20, 5)))
                .last()
                .isEqualTo(
                        "they are 25.0 % of the nearest limit, more than a tenth: a tenth of it is too few for five levels");
        assertThat(PredictionTable.lines(threads(700, 84)))
                .last()
                .isEqualTo(
                        "they are 12.0 % of the nearest limit, more than a tenth: it was predicted further away when the last level was chosen");
    }
}
