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
     * @param notBelow number of connections below which the limit is not met; empty if it is not known
     */
    public record NotPredicted(LimitingFactor factor, String limit, String why, OptionalLong notBelow)
            implements LimitAnswer {

        public NotPredicted(LimitingFactor factor, String limit, String why) {
            this(factor, limit, why, OptionalLong.empty());
        }
    }

    public LimitPrediction {
        // Of two limits at the same number the one that was added first is named: a stable sort keeps their order.
        limits = limits.stream()
                .sorted(Comparator.comparingLong(PredictedLimit::whole))
                .toList();
        others = List.copyOf(others);
    }

    /**
     * Returns the prediction that consists of these answers.
     *
     * @param answers answers of all limits; of limits at the same number the first is named
     */
    public static LimitPrediction of(List<LimitAnswer> answers, int mostConnections) {
        return new LimitPrediction(
                only(PredictedLimit.class, answers), only(NotPredicted.class, answers), mostConnections);
    }

    private static <T extends LimitAnswer> List<T> only(Class<T> kind, List<LimitAnswer> answers) {
        return answers.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    public Optional<PredictedLimit> nearest() {
        return limits.stream().findFirst();
    }

    /** Returns the fewest connections at which any limit may be met; empty if nothing is known of any. */
    public OptionalLong earliest() {
        return LongStream.concat(limits.stream().mapToLong(PredictedLimit::earliest), notBelow())
                .min();
    }

    /** Returns the number of connections below which no limit without a prediction is met; empty if none has one. */
    public OptionalLong leastNotBelow() {
        return notBelow().min();
    }

    private LongStream notBelow() {
        return others.stream().flatMapToLong(other -> other.notBelow().stream());
    }

    /** Returns the limits without a prediction that may be met before the nearest predicted one. */
    public List<NotPredicted> mayComeFirst() {
        return nearest().stream()
                .flatMap(
                        near -> others.stream().filter(other -> other.notBelow().orElse(Long.MAX_VALUE) < near.whole()))
                .toList();
    }

    /** Returns true if any of these limits has a prediction, or a number below which it is not met. */
    public boolean tells(List<LimitingFactor> factors) {
        return Stream.concat(
                        limits.stream().map(PredictedLimit::factor),
                        others.stream()
                                .filter(other -> other.notBelow().isPresent())
                                .map(NotPredicted::factor))
                .anyMatch(factors::contains);
    }

    /** Returns the largest number of connections that was held, as a share of the limit's number. */
    public double shareReached(PredictedLimit limit) {
        return limit.whole() == 0 ? Double.POSITIVE_INFINITY : (double) mostConnections / limit.whole();
    }
}
