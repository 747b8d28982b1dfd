package io.ceiling.harness.model.prediction;

import io.ceiling.harness.model.LimitingFactor;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The limits of a server as predicted from a small part of the load.
 *
 * @param limits predicted limits, the nearest first
 * @param others limits without a prediction, and why
 * @param mostConnections most connections that were held for it
 */
public record LimitPrediction(List<PredictedLimit> limits, List<NotPredicted> others, int mostConnections) {

    /**
     * A limit without a prediction.
     *
     * @param factor limiting factor
     * @param limit the limit with its value, such as {@code maxThreads=200}; only its name if the value was not seen
     * @param why reason why there is no number
     */
    public record NotPredicted(LimitingFactor factor, String limit, String why) {}

    public LimitPrediction {
        // Of two limits at the same number the one that was added first is named: a stable sort keeps their order.
        limits = limits.stream()
                .sorted(Comparator.comparingLong(PredictedLimit::whole))
                .toList();
        others = List.copyOf(others);
    }

    /** Returns the nearest limit; empty if none could be predicted. */
    public Optional<PredictedLimit> nearest() {
        return limits.stream().findFirst();
    }

    /** Returns the largest number of connections that was held, as a share of the limit's number. */
    public double shareReached(PredictedLimit limit) {
        return limit.whole() == 0 ? Double.POSITIVE_INFINITY : (double) mostConnections / limit.whole();
    }
}
