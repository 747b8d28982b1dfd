package io.ceiling.harness.stats;

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

    /** Returns the interval with an independent error added, whose own interval is {@code middle} ± {@code margin}. */
    public Interval widened(double middle, double margin) {
        return new Interval(middle - Math.hypot(middle - low, margin), middle + Math.hypot(high - middle, margin));
    }

    /** Returns the smallest interval that has both. */
    public Interval and(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }
}
