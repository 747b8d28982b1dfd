package io.ceiling.harness.stats;

import java.util.OptionalDouble;

/** Student's t-distribution, for the uncertainty of a mean or a slope of few points. Pure functions. */
public final class StudentT {

    /** Half the width of the 95 % interval in standard errors for many degrees of freedom, rounded up. */
    public static final double OF_MANY = 2;

    private static final int LEAST_FOR_INTERVAL = 2;
    private static final int HALVINGS = 100;
    private static final double MAX = 1e9;

    // Probability of each side of an interval of 95 %.
    private static final double INTERVAL = 0.975;

    private StudentT() {}

    /**
     * Returns how many standard errors the 95 % interval of a mean or a slope reaches to either side.
     *
     * @param degreesOfFreedom at least 1
     */
    public static double interval(int degreesOfFreedom) {
        return quantile(INTERVAL, degreesOfFreedom);
    }

    /**
     * Returns half the width of the 95 % interval of a slope; empty without an error, and with one degree of freedom, which
     * makes an interval that says nothing.
     */
    public static OptionalDouble margin(double error, int degreesOfFreedom) {
        return degreesOfFreedom < LEAST_FOR_INTERVAL || Double.isNaN(error)
                ? OptionalDouble.empty()
                : OptionalDouble.of(interval(degreesOfFreedom) * error);
    }

    /**
     * Returns the value that is exceeded with the probability 1 - {@code probability}.
     *
     * @param probability from 0.5 to below 1
     * @param degreesOfFreedom at least 1
     */
    public static double quantile(double probability, int degreesOfFreedom) {
        if (degreesOfFreedom < 1 || !(probability >= 0.5 && probability < 1)) {
            throw new IllegalArgumentException(
                    "expected a probability of 0.5 to 1 and a degree of freedom, got %s and %d"
                            .formatted(probability, degreesOfFreedom));
        }
        double low = 0;
        double high = MAX;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (pValue(middle, degreesOfFreedom) > 2 * (1 - probability)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns the probability of a value at least that far from zero, to either side: the p-value of a two-sided test.
     *
     * <p>Notes. The finite sums of M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4. They
     * are exact to 15 digits of 1, so that probabilities below 1e-13 are not told from zero.
     *
     * @param t at least 0; infinity is never reached
     * @param degreesOfFreedom at least 1
     */
    public static double pValue(double t, int degreesOfFreedom) {
        double angle = Math.atan(t / Math.sqrt(degreesOfFreedom));
        double cosine = Math.cos(angle);
        boolean odd = degreesOfFreedom % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = degreesOfFreedom == 1 ? 0 : term;
        for (int power = odd ? 3 : 2; power <= degreesOfFreedom - 2; power += 2) {
            term *= cosine * cosine * (power - 1) / power;
            sum += term;
        }
        double within = Math.sin(angle) * sum;
        return Math.max(0, 1 - (odd ? 2 / Math.PI * (angle + within) : within));
    }
}
