package io.ceiling.capacity.prediction;

import io.ceiling.harness.scenario.LimitingFactor;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The limits of a server as predicted from a small part of the load.
 *
 * @param limits predicted limits, the nearest first
 * @param unpredictedLimits limits without a prediction, and why
 * @param mostConnections most connections that were held for it
 */
public record LimitPrediction(
        List<PredictedLimit> limits, List<UnpredictedLimit> unpredictedLimits, int mostConnections) {

    /**
     * A limit without a prediction.
     *
     * @param factor limiting factor
     * @param limit the limit with its value, such as {@code maxThreads=200}; only its name if the value was not seen
     * @param reason reason why there is no number
     * @param lowerBound number of connections below which the limit is not met; empty if it is not known
     */
    public record UnpredictedLimit(LimitingFactor factor, String limit, String reason, OptionalLong lowerBound)
            implements LimitAnswer {

        public UnpredictedLimit(LimitingFactor factor, String limit, String why) {
            this(factor, limit, why, OptionalLong.empty());
        }
    }

    public LimitPrediction {
        // Of two limits at the same number the one that was added first is named: a stable sort keeps their order.
        limits = limits.stream()
                .sorted(Comparator.comparingLong(PredictedLimit::wholeConnections))
                .toList();
        unpredictedLimits = List.copyOf(unpredictedLimits);
    }

    /**
     * Returns the prediction that consists of these answers.
     *
     * @param answers answers of all limits; of limits at the same number the first is named
     */
    public static LimitPrediction of(List<LimitAnswer> answers, int mostConnections) {
        return new LimitPrediction(
                ofType(PredictedLimit.class, answers), ofType(UnpredictedLimit.class, answers), mostConnections);
    }

    private static <T extends LimitAnswer> List<T> ofType(Class<T> kind, List<LimitAnswer> answers) {
        return answers.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    public Optional<PredictedLimit> nearest() {
        return limits.stream().findFirst();
    }

    /** Returns the fewest connections at which any limit may be met; empty if nothing is known of any. */
    public OptionalLong earliestConnections() {
        return LongStream.concat(limits.stream().mapToLong(PredictedLimit::earliestConnections), lowerBounds())
                .min();
    }

    /** Returns the number of connections below which no limit without a prediction is met; empty if none has one. */
    public OptionalLong minLowerBound() {
        return lowerBounds().min();
    }

    private LongStream lowerBounds() {
        return unpredictedLimits.stream().flatMapToLong(other -> other.lowerBound().stream());
    }

    /** Returns the limits without a prediction that may be met before the nearest predicted one. */
    public List<UnpredictedLimit> possiblyNearer() {
        return nearest().stream()
                .flatMap(near -> unpredictedLimits.stream()
                        .filter(other -> other.lowerBound().orElse(Long.MAX_VALUE) < near.wholeConnections()))
                .toList();
    }

    /** Returns true if any of these limits has a prediction, or a number below which it is not met. */
    public boolean knowsAnyOf(List<LimitingFactor> factors) {
        return Stream.concat(
                        limits.stream().map(PredictedLimit::factor),
                        unpredictedLimits.stream()
                                .filter(other -> other.lowerBound().isPresent())
                                .map(UnpredictedLimit::factor))
                .anyMatch(factors::contains);
    }

    /** Returns the largest number of connections that was held, as a share of the limit's number. */
    public double shareReached(PredictedLimit limit) {
        return limit.wholeConnections() == 0
                ? Double.POSITIVE_INFINITY
                : (double) mostConnections / limit.wholeConnections();
    }
}
