package io.ceiling.anatomy;

import io.ceiling.harness.stats.CostPerConnection.Slope;

/**
 * A number of bytes for each connection, with its standard error.
 *
 * @param bytes bytes for each connection; NaN if they could not be read
 * @param standardError standard error; NaN if there were too few readings
 */
record Amount(double bytes, double standardError) {

    public static final Amount UNKNOWN = new Amount(Double.NaN, Double.NaN);

    /** An amount of nothing, which is known exactly. */
    public static final Amount ZERO = new Amount(0, 0);

    // Quantile of Student's t for 99 %, with the degrees of freedom of a slope through five levels. An anatomy compares
    // dozens of parts: at 95 %, one of twenty would differ by chance.
    private static final double MIN_ERRORS = 5.8;

    private static final int MIN_DEGREES = 3;

    /** Returns the slope; its error is unknown with fewer degrees of freedom than five levels give. */
    public static Amount of(Slope slope) {
        return new Amount(
                slope.perConnection(), slope.degreesOfFreedom() < MIN_DEGREES ? Double.NaN : slope.standardError());
    }

    /** Returns true if the bytes could be read. */
    public boolean isKnown() {
        return Double.isFinite(bytes);
    }

    /** Returns the sum of both, whose errors are independent. */
    public Amount plus(Amount other) {
        return new Amount(bytes + other.bytes, Math.hypot(standardError, other.standardError));
    }

    /** Returns the difference of both, whose errors are independent. */
    public Amount minus(Amount other) {
        return plus(new Amount(-other.bytes, other.standardError));
    }

    /** Returns true if the amount differs from zero with a confidence of 99 %; never if its error is not known. */
    public boolean isSignificant() {
        return bytes != 0 && Math.abs(bytes) >= MIN_ERRORS * standardError;
    }
}
