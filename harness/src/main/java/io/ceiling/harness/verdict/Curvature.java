package io.ceiling.harness.verdict;

import io.ceiling.harness.model.StudentT;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Tests whether points are on a curve rather than a line. Pure functions. */
final class Curvature {

    /** Two-sided, at 1 %. */
    private static final double SIGNIFICANCE = 0.995;

    private static final double LEAST_EFFECT = 0.1;

    private Curvature() {}

    /**
     * Returns true if a parabola fits significantly better than a line, and its slope at the largest x differs from that
     * of the line by more than 10 %. Too few points show no curve.
     *
     * @param group number of the group of each point, which has a value at zero of its own
     * @param centredX x less its mean in the group
     * @param centredY y less its mean in the group
     * @param degreesOfFreedom those of the line
     */
    static boolean isSeen(int[] group, double[] x, double[] centredX, double[] centredY, int degreesOfFreedom) {
        int rest = degreesOfFreedom - 1;
        if (rest < 1) {
            return false;
        }
        double most = Arrays.stream(x).max().orElse(0);
        // What the line leaves of the squares; they are scaled, since the square of thousands would lose digits.
        double[] squares = centredSquares(group, x, most);
        double xx = dot(centredX, centredX);
        double skew = dot(centredX, squares) / xx;
        double slope = dot(centredX, centredY) / xx;
        double[] bend = new double[x.length];
        double[] left = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            bend[i] = squares[i] - skew * centredX[i];
            left[i] = centredY[i] - slope * centredX[i];
        }
        double bends = dot(bend, bend);
        if (bends <= 1e-12 * dot(squares, squares)) {
            return false;
        }
        double factor = dot(bend, left) / bends;
        double unexplained = Math.max(0, dot(left, left) - factor * factor * bends);
        double error = Math.sqrt(unexplained / rest / bends);
        // The parabola is slope * x + factor * (x * x / most - skew * x).
        double changeAtMost = factor * (2 - skew);
        return Math.abs(factor) > StudentT.quantile(SIGNIFICANCE, rest) * error
                && Math.abs(changeAtMost) > LEAST_EFFECT * Math.abs(slope);
    }

    private static double[] centredSquares(int[] group, double[] x, double most) {
        Map<Integer, double[]> sums = new HashMap<>();
        for (int i = 0; i < x.length; i++) {
            double[] sum = sums.computeIfAbsent(group[i], number -> new double[2]);
            sum[0] += x[i] * x[i] / most;
            sum[1]++;
        }
        double[] squares = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double[] sum = sums.getOrDefault(group[i], new double[] {0, 1});
            squares[i] = x[i] * x[i] / most - sum[0] / sum[1];
        }
        return squares;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
