package io.ceiling.harness.verdict;

import io.ceiling.harness.model.CostPerConnection.Slope;

/** Fits a straight line to points by ordinary least squares. */
final class LeastSquares {

    private LeastSquares() {}

    /**
     * Returns the line through these points; NONE if they have fewer than two different x.
     *
     * @throws IllegalArgumentException if the arrays differ in length
     */
    static Slope fit(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(
                    "x and y must be equally many, were %d and %d".formatted(x.length, y.length));
        }
        int n = x.length;
        double meanX = mean(x);
        double meanY = mean(y);
        double sumXx = 0;
        double sumXy = 0;
        // Sums are taken around the means, since squares of byte counts would lose the small slopes.
        for (int i = 0; i < n; i++) {
            sumXx += (x[i] - meanX) * (x[i] - meanX);
            sumXy += (x[i] - meanX) * (y[i] - meanY);
        }
        if (n < 2 || sumXx == 0) {
            return Slope.NONE;
        }
        double slope = sumXy / sumXx;
        double base = meanY - slope * meanX;
        return new Slope(slope, standardError(x, y, slope, base, sumXx), base);
    }

    private static double standardError(double[] x, double[] y, double slope, double base, double sumXx) {
        int n = x.length;
        if (n < 3) {
            return Double.NaN;
        }
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double residual = y[i] - (base + slope * x[i]);
            squares += residual * residual;
        }
        return Math.sqrt(squares / (n - 2) / sumXx);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return values.length == 0 ? Double.NaN : sum / values.length;
    }
}
