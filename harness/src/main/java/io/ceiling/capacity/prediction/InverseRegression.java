package io.ceiling.capacity.prediction;

import io.ceiling.harness.stats.Bend;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.Interval;
import io.ceiling.harness.stats.LeastSquares;

/**
 * A line through readings with the readings themselves, so that a curve is seen as well ({@link FittedLine}). Immutable.
 */
final class InverseRegression {

    private final double[] x;
    private final double[] y;
    private final Slope line;
    private final FittedLine fitted;

    private InverseRegression(double[] x, double[] y) {
        this.x = x;
        this.y = y;
        this.line = LeastSquares.fit(new int[x.length], x, y);
        this.fitted = LeastSquares.fitted(x, y);
    }

    /** Fits the line to points, which must be equally many x and y. */
    static InverseRegression of(double[] x, double[] y) {
        return new InverseRegression(x.clone(), y.clone());
    }

    Slope line() {
        return line;
    }

    int points() {
        return x.length;
    }

    /** Returns true if there are two different x. */
    boolean isLine() {
        return fitted.isLine();
    }

    /** Returns true if the line rises by more than chance; see {@link FittedLine#rises}. */
    boolean rises() {
        return fitted.rises();
    }

    /** Returns the highest slope that the readings allow; infinite if they have no interval. */
    double steepest() {
        return fitted.steepest();
    }

    /** Returns the lowest slope that the readings allow; minus infinity if they have no interval. */
    double flattest() {
        return fitted.flattest();
    }

    /** Returns half the width of the 95 % interval of the value at zero; NaN if the readings have none. */
    double baseMargin() {
        return fitted.hasInterval()
                ? fitted.margin()
                        * Math.sqrt(fitted.squaresX())
                        * Math.sqrt(1.0 / points() + fitted.meanX() * fitted.meanX() / fitted.squaresX())
                : Double.NaN;
    }

    /**
     * Returns half the width of the 95 % interval of the difference of two readings at the same x; infinite for fewer
     * than four points.
     */
    double scatterOfTwo() {
        return fitted.hasInterval() ? fitted.margin() * Math.sqrt(2 * fitted.squaresX()) : Double.POSITIVE_INFINITY;
    }

    /** Returns the x at which the line has that value. */
    double at(double value) {
        return fitted.at(value);
    }

    /** Returns the interval of that x; unknown for fewer than four points or a line that does not rise. */
    Interval interval(double value) {
        return fitted.interval(value);
    }

    /**
     * Returns the x at which a value is reached if each further connection costs what the last ones did: along the tangent
     * of the parabola at the largest x. NaN if there is none, or it does not rise.
     */
    double atCurve(double value) {
        int last = 0;
        for (int i = 1; i < x.length; i++) {
            last = x[i] > x[last] ? i : last;
        }
        double reached = x[last];
        double left = value - y[last];
        return Bend.of(new int[x.length], x, y)
                .filter(bend -> bend.slopeAtMost() > 0)
                .map(bend -> reached + left / bend.slopeAtMost())
                .orElse(Double.NaN);
    }
}
