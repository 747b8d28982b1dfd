package io.ceiling.harness.model.prediction;

import io.ceiling.harness.model.LimitingFactor;

/**
 * The number of connections at which a limit is predicted to be met.
 *
 * @param factor limiting factor that a ramp would name
 * @param limit the limit with its value, such as {@code maxConnections=200}
 * @param connections number of connections that the limit allows
 * @param interval interval of 95 % of that number: of another server of the same settings for memory, and of the server that
 *     was read for the rest
 * @param basis what it follows from
 */
public record PredictedLimit(LimitingFactor factor, String limit, double connections, Interval interval, Basis basis)
        implements LimitAnswer {

    /**
     * An interval; both ends are NaN if there were too few levels for one.
     *
     * @param low lower end
     * @param high upper end; infinite if there is none
     */
    public record Interval(double low, double high) {

        /** There were too few levels for an interval. */
        public static final Interval UNKNOWN = new Interval(Double.NaN, Double.NaN);

        public boolean isKnown() {
            return !Double.isNaN(low);
        }

        /** Returns true if the number is in the interval, of which both ends are part. */
        public boolean covers(double number) {
            return number >= low && number <= high;
        }

        /** Returns the interval with an independent error added, half of whose own interval around the middle is that wide. */
        public Interval widened(double middle, double margin) {
            return new Interval(middle - Math.hypot(middle - low, margin), middle + Math.hypot(high - middle, margin));
        }

        /** Returns the smallest interval that has both. */
        public Interval and(Interval other) {
            return new Interval(Math.min(low, other.low), Math.max(high, other.high));
        }
    }

    /**
     * The line and the assumption that a prediction follows from.
     *
     * @param quantity what was read at each level, such as {@code heap after a collection}
     * @param unit unit of the quantity, such as {@code bytes}; empty for a count
     * @param perConnection what one more connection adds to it
     * @param standardError standard error of that; NaN for fewer than three levels
     * @param base value without a connection, by the line
     * @param levels number of levels that the line was fitted to, including that without a connection
     * @param curved true if the levels are on a curve rather than a line: the number follows from the cost of the last
     *     connections
     * @param assumed what the number rests on besides readings; empty for nothing
     */
    public record Basis(
            String quantity,
            String unit,
            double perConnection,
            double standardError,
            double base,
            int levels,
            boolean curved,
            String assumed) {}

    /** Returns the number of whole connections, at least 0. */
    public long whole() {
        return (long) Math.max(0, Math.floor(connections + WHOLE));
    }

    /** Returns the fewest connections at which it may be met: the lower end of the interval, or the number without one. */
    public long earliest() {
        return interval.isKnown() ? (long) Math.max(0, Math.min(Math.floor(interval.low()), connections)) : whole();
    }

    /** Slack of a sum of whole numbers that was calculated with fractions. */
    private static final double WHOLE = 1e-6;
}
