package io.ceiling.harness.stats;

import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Fits straight lines of one slope to points by ordinary least squares. Pure functions.
 *
 * <p>Each group of points has a value at zero of its own, so that a difference between groups is not taken for a slope:
 * x and y are centred by group, and each group costs one degree of freedom.
 */
public final class LeastSquares {

    private LeastSquares() {}

    // The points of one group, summed up.
    private static final class GroupSums {
        private int points;
        private double sumX;
        private double sumY;

        private void add(double x, double y) {
            points++;
            sumX += x;
            sumY += y;
        }

        private double meanX() {
            return sumX / points;
        }

        private double meanY() {
            return sumY / points;
        }
    }

    /**
     * Returns the line through these points; NONE if no group has two different x. Its base is the mean over all points
     * of the values at zero of their groups.
     *
     * @param group number of the group of each point
     * @throws IllegalArgumentException if the arrays differ in length
     */
    public static Slope fit(int[] group, double[] x, double[] y) {
        if (x.length != y.length || x.length != group.length) {
            throw new IllegalArgumentException("groups, x and y must be equally many, were %d, %d and %d"
                    .formatted(group.length, x.length, y.length));
        }
        Map<Integer, GroupSums> groups = new HashMap<>();
        GroupSums all = new GroupSums();
        for (int i = 0; i < x.length; i++) {
            groups.computeIfAbsent(group[i], number -> new GroupSums()).add(x[i], y[i]);
            all.add(x[i], y[i]);
        }
        double[] centredX = new double[x.length];
        double[] centredY = new double[x.length];
        double sumXx = 0;
        double sumXy = 0;
        // Sums are taken around the means, since squares of byte counts would lose the small slopes.
        for (int i = 0; i < x.length; i++) {
            GroupSums own = groups.getOrDefault(group[i], all);
            centredX[i] = x[i] - own.meanX();
            centredY[i] = y[i] - own.meanY();
            sumXx += centredX[i] * centredX[i];
            sumXy += centredX[i] * centredY[i];
        }
        if (sumXx == 0) {
            return Slope.NONE;
        }
        double slope = sumXy / sumXx;
        int degreesOfFreedom = x.length - groups.size() - 1;
        double error = standardError(centredX, centredY, slope, sumXx, degreesOfFreedom);
        boolean curved = Curvature.isSeen(group, x, y, degreesOfFreedom);
        return new Slope(slope, error, all.meanY() - slope * all.meanX(), degreesOfFreedom, curved);
    }

    /** Returns the line through points of one server with what its intervals need; the arrays must be equally long. */
    public static FittedLine fitLine(double[] x, double[] y) {
        Slope slope = fit(new int[x.length], x, y);
        double mean = Arrays.stream(x).average().orElse(0);
        double squares =
                Arrays.stream(x).map(value -> (value - mean) * (value - mean)).sum();
        return new FittedLine(x.length, slope.perConnection(), slope.standardError(), slope.intercept(), mean, squares);
    }

    private static double standardError(double[] x, double[] y, double slope, double sumXx, int degreesOfFreedom) {
        if (degreesOfFreedom < 1) {
            return Double.NaN;
        }
        double squares = 0;
        for (int i = 0; i < x.length; i++) {
            double residual = y[i] - slope * x[i];
            squares += residual * residual;
        }
        return Math.sqrt(squares / degreesOfFreedom / sumXx);
    }

    // Tests whether points are on a curve rather than a line. Pure functions.
    private static final class Curvature {

        // Two-sided, at 1 %.
        private static final double SIGNIFICANCE = 0.995;

        private static final double MIN_EFFECT = 0.1;

        private Curvature() {}

        /**
         * Returns true if a parabola fits significantly better than a line, and its slope at the largest x differs from that
         * of the line by more than 10 %. Too few points show no curve.
         *
         * @param group number of the group of each point, which has a value at zero of its own
         * @param degreesOfFreedom those of the line
         */
        static boolean isSeen(int[] group, double[] x, double[] y, int degreesOfFreedom) {
            int rest = degreesOfFreedom - 1;
            return rest >= 1
                    && ParabolaFit.of(group, x, y)
                            .filter(bend -> isSeen(bend, rest))
                            .isPresent();
        }

        private static boolean isSeen(ParabolaFit bend, int rest) {
            double error = Math.sqrt(bend.residualSquares() / rest / bend.squares());
            return Math.abs(bend.factor()) > StudentT.quantile(SIGNIFICANCE, rest) * error
                    && Math.abs(bend.slopeAtMaxX() - bend.slope()) > MIN_EFFECT * Math.abs(bend.slope());
        }
    }
}
