package io.ceiling.harness.verdict.prediction;

import io.ceiling.harness.model.Bend;
import io.ceiling.harness.model.CostPerConnection.Slope;
import io.ceiling.harness.model.StudentT;
import io.ceiling.harness.model.prediction.PredictedLimit.Interval;
import io.ceiling.harness.verdict.LeastSquares;
import java.util.Arrays;

/**
 * A line through readings, asked at which x it reaches a value: inverse regression with Fieller's interval. Immutable.
 *
 * <p>Notes. The interval has all x at which a single further reading, with the scatter of those that were fitted, may be
 * that value: the roots of (D - b d)^2 = t^2 s^2 (1 + 1/n + d^2/Sxx) with D and d as distances from the means. Source:
 * N. Draper, H. Smith, Applied Regression Analysis, section on inverse regression; E. Fieller, J. R. Statist. Soc. B 16
 * (1954) 175.
 */
final class InverseRegression {

    private static final double CONFIDENCE = 0.975;

    /** Degrees of freedom below which Student's t makes an interval that says nothing. */
    private static final int LEAST_FOR_INTERVAL = 2;

    private final double[] x;
    private final double[] y;
    private final Slope line;
    private final double meanX;
    private final double squaresX;

    private InverseRegression(double[] x, double[] y) {
        this.x = x;
        this.y = y;
        this.line = LeastSquares.fit(new int[x.length], x, y);
        this.meanX = Arrays.stream(x).average().orElse(0);
        this.squaresX =
                Arrays.stream(x).map(value -> (value - meanX) * (value - meanX)).sum();
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
        return squaresX > 0;
    }

    /**
     * Returns true if the line rises by more than chance: the 95 % interval of its slope is above zero. Of fewer than
     * four points, which have no interval, the slope must be above zero.
     */
    boolean rises() {
        return isLine() && line.perConnection() - margin() > 0;
    }

    /** Returns the highest slope that the readings allow; infinite if they have no interval. */
    double steepest() {
        return hasInterval() ? line.perConnection() + margin() : Double.POSITIVE_INFINITY;
    }

    /** Returns the lowest slope that the readings allow; minus infinity if they have no interval. */
    double flattest() {
        return hasInterval() ? line.perConnection() - margin() : Double.NEGATIVE_INFINITY;
    }

    /** Returns half the width of the 95 % interval of the value at zero; NaN if the readings have none. */
    double baseMargin() {
        return hasInterval()
                ? margin() * Math.sqrt(squaresX) * Math.sqrt(1.0 / points() + meanX * meanX / squaresX)
                : Double.NaN;
    }

    /**
     * Returns half the width of the 95 % interval of the difference of two readings at the same x; infinite for fewer
     * than four points.
     */
    double scatterOfTwo() {
        return hasInterval() ? margin() * Math.sqrt(2 * squaresX) : Double.POSITIVE_INFINITY;
    }

    /** Returns the x at which the line has that value. */
    double at(double value) {
        return (value - line.base()) / line.perConnection();
    }

    /** Returns the interval of that x; unknown for fewer than four points or a line that does not rise. */
    Interval interval(double value) {
        if (!hasInterval() || !rises()) {
            return Interval.UNKNOWN;
        }
        double meanY = line.base() + line.perConnection() * meanX;
        double distance = value - meanY;
        double slope = line.perConnection();
        double scatter = margin() * Math.sqrt(squaresX);
        double steepness = slope * slope - margin() * margin();
        double root =
                scatter * Math.sqrt(distance * distance / squaresX + steepness * (1 + 1.0 / points())) / steepness;
        double middle = meanX + slope * distance / steepness;
        return new Interval(middle - root, middle + root);
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

    private boolean hasInterval() {
        return line.degreesOfFreedom() >= LEAST_FOR_INTERVAL;
    }

    private double margin() {
        return hasInterval() ? StudentT.quantile(CONFIDENCE, line.degreesOfFreedom()) * line.standardError() : 0;
    }
}
