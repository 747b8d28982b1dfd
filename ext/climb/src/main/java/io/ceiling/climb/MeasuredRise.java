package io.ceiling.climb;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.ServerLimit;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Predicts where a raised limit binds again from the cost of each connection in the ramp that reached it: the ceiling,
 * plus the connections for which the raise is enough. The part of the limit that a server needs without connections
 * does not grow. Without a measured cost the ceiling rises in proportion. Pure functions.
 */
final class MeasuredRise {

    private static final int KIBIBYTE = 1024;

    private MeasuredRise() {}

    /**
     * Returns the prediction.
     *
     * @param measured ramp that reached the limit
     * @param now value of the limit in that ramp, above 0
     * @param target value after the raise
     */
    public static Prediction of(LimitingFactor factor, ScenarioResult measured, long now, long target) {
        int held = measured.verdict().passed().orElse(0);
        OptionalDouble cost = cost(factor, measured);
        if (cost.isEmpty()) {
            return Prediction.risesTo(
                    connections((double) held * target / now),
                    "in proportion: the cost of a connection was not measured");
        }
        return Prediction.risesTo(
                connections(held + (target - now) / cost.getAsDouble()),
                "%d held, and a raise by %s at %s for each connection, measured in the step before"
                        .formatted(held, amount(factor, (double) target - now), amount(factor, cost.getAsDouble())));
    }

    private static int connections(double number) {
        return (int) Math.min(Integer.MAX_VALUE, Math.round(number));
    }

    private static OptionalDouble cost(LimitingFactor factor, ScenarioResult measured) {
        return switch (factor) {
            case SERVER_HEAP, SERVER_GC -> significant(measured.cost().heapBytes());
            case SERVER_DIRECT_MEMORY -> significant(measured.cost().directBytes());
            default ->
                ServerLimit.find(factor)
                        .map(limit -> rise(measured.steps(), limit::useOf))
                        .orElse(OptionalDouble.empty());
        };
    }

    private static OptionalDouble significant(Slope slope) {
        return slope.isSignificant() ? OptionalDouble.of(slope.perConnection()) : OptionalDouble.empty();
    }

    private static OptionalDouble rise(List<Step> steps, Function<ServerReading, Observation> read) {
        List<Step> seen = steps.stream()
                .filter(step -> step.passed()
                        && step.server() == steps.get(0).server()
                        && read.apply(step.after().server()).isSeen())
                .toList();
        if (seen.size() < 2) {
            return OptionalDouble.empty();
        }
        Step first = seen.get(0);
        Step last = seen.get(seen.size() - 1);
        double rise = (double) read.apply(last.after().server()).orElse(0)
                - read.apply(first.after().server()).orElse(0);
        int connections = last.served() - first.served();
        return rise > 0 && connections > 0 ? OptionalDouble.of(rise / connections) : OptionalDouble.empty();
    }

    private static String amount(LimitingFactor factor, double value) {
        boolean bytes = ServerLimit.find(factor).map(ServerLimit::isBytes).orElse(true);
        return bytes
                ? String.format(Locale.ROOT, "%,.1f KiB", value / KIBIBYTE).replace(',', ' ')
                : String.format(Locale.ROOT, "%.3g", value);
    }
}
