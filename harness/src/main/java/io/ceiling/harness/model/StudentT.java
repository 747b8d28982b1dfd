package io.ceiling.harness.model;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Student's distribution, which tells how far a mean or a slope of few points may be off. Pure functions. */
public final class StudentT {

    private static final int HALVINGS = 100;
    private static final double MOST = 1e6;
    private static final int SIMPSON_STEPS = 2_000;

    /**
     * What was calculated before, since each value takes milliseconds and the costs of many servers ask for the same few:
     * two probabilities, and as many degrees of freedom as ramps have steps.
     */
    private static final Map<Asked, Double> KNOWN = new ConcurrentHashMap<>();

    private record Asked(double probability, int degreesOfFreedom) {}

    private StudentT() {}

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
        return KNOWN.computeIfAbsent(new Asked(probability, degreesOfFreedom), StudentT::calculated);
    }

    private static double calculated(Asked asked) {
        double low = 0;
        double high = MOST;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (below(middle, asked.degreesOfFreedom()) < asked.probability()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns the probability of a value below this one. With t = sqrt(n) tan(a) the density is that of cos(a) to the
     * power of n - 1, which is smooth on a finite interval.
     */
    private static double below(double t, int n) {
        double whole = integral(Math.PI / 2, n);
        return 0.5 + 0.5 * integral(Math.atan(t / Math.sqrt(n)), n) / whole;
    }

    /** Returns the integral of cos(a) to the power of n - 1 from zero, by Simpson's rule. */
    private static double integral(double to, int n) {
        double step = to / SIMPSON_STEPS;
        double sum = 1 + power(to, n);
        for (int i = 1; i < SIMPSON_STEPS; i++) {
            sum += (i % 2 == 1 ? 4 : 2) * power(i * step, n);
        }
        return sum * step / 3;
    }

    private static double power(double angle, int n) {
        return Math.pow(Math.cos(angle), n - 1);
    }
}
