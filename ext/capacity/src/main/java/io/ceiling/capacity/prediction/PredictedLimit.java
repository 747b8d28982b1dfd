package io.ceiling.capacity.prediction;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.Interval;

/**
 * The number of connections at which a limit is predicted to be met.
 *
 * @param factor limiting factor that a ramp would name
 * @param limit the limit with its value, such as {@code maxConnections=200}
 * @param connections number of connections that the limit allows
 * @param interval 95 % interval of that number: for memory, of any server with the same settings; otherwise of the
 *     server that was read
 * @param basis line and assumption behind the number
 */
public record PredictedLimit(LimitingFactor factor, String limit, double connections, Interval interval, Basis basis)
        implements LimitAnswer {

    /**
     * The line and the assumption that a prediction follows from.
     *
     * @param quantity what was read at each level, such as {@code heap after a collection}
     * @param unit unit of the quantity, such as {@code bytes}; empty for a count
     * @param perConnection what one more connection adds to it
     * @param standardError standard error of that cost; NaN for fewer than three levels
     * @param base value without a connection, by the line
     * @param levels number of levels that the line was fitted to, including that without a connection
     * @param curved true if the levels are on a curve rather than a line: the number follows from the cost of the last
     *     connections
     * @param assumption assumption that the number rests on, in addition to readings; empty for none
     */
    public record Basis(
            String quantity,
            String unit,
            double perConnection,
            double standardError,
            double base,
            int levels,
            boolean curved,
            String assumption) {}

    /** Returns the number of whole connections, at least 0. */
    public long wholeConnections() {
        return (long) Math.max(0, Math.floor(connections + ROUNDING_ERROR));
    }

    /** Returns the fewest connections at which it may be met: the lower end of the interval, or the number without one. */
    public long earliestConnections() {
        return interval.isKnown()
                ? (long) Math.max(0, Math.min(Math.floor(interval.low()), connections))
                : wholeConnections();
    }

    // Rounding error of a whole number that was calculated with fractions.
    private static final double ROUNDING_ERROR = 1e-6;
}
