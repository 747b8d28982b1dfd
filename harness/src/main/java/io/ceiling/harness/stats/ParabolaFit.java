package io.ceiling.harness.stats;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The difference between a parabola and a line, both fitted to the same points.
 *
 * @param slopeAtMaxX slope of the parabola at the largest x
 * @param slope slope of the line
 * @param factor factor of the part of the parabola that is no line
 * @param squares sum of the squares of that part, over all points
 * @param residualSquares sum of the squares that the parabola leaves
 */
public record ParabolaFit(double slopeAtMaxX, double slope, double factor, double squares, double residualSquares) {

    private static final double MIN_SQUARES = 1e-12;

    /**
     * Returns the parabola with the least squares. Empty if there is none, since the points have two values of x at most.
     *
     * @param group number of the group of each point, which has a value at zero of its own
     */
    public static Optional<ParabolaFit> of(int[] group, double[] x, double[] y) {
        double most = Arrays.stream(x).max().orElse(0);
        if (!(most > 0)) {
            return Optional.empty();
        }
        double[] centredX = centred(group, x);
        double[] centredY = centred(group, y);
        // Scaled, because squares of thousands would lose digits.
        double[] squares = centred(
                group, Arrays.stream(x).map(value -> value * value / most).toArray());
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
        if (!(bends > MIN_SQUARES * dot(squares, squares))) {
            return Optional.empty();
        }
        double factor = dot(bend, left) / bends;
        double unexplained = Math.max(0, dot(left, left) - factor * factor * bends);
        // The parabola is slope * x + factor * (x * x / most - skew * x).
        return Optional.of(new ParabolaFit(slope + factor * (2 - skew), slope, factor, bends, unexplained));
    }

    private static double[] centred(int[] group, double[] values) {
        Map<Integer, double[]> sums = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            double[] sum = sums.computeIfAbsent(group[i], number -> new double[2]);
            sum[0] += values[i];
            sum[1]++;
        }
        double[] centred = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double[] sum = sums.getOrDefault(group[i], new double[] {0, 1});
            centred[i] = values[i] - sum[0] / sum[1];
        }
        return centred;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
