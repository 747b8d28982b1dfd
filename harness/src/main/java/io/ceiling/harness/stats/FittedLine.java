package io.ceiling.harness.stats;

/**
 * A line through readings at several numbers of connections, asked at which number it reaches a value: inverse
 * regression with Fieller's interval. Immutable.
 *
 * <p>Notes. The interval has all x at which a single further reading, with the scatter of those that were fitted, may be
 * that value: the roots of (D - b d)^2 = t^2 s^2 (1 + 1/n + d^2/Sxx) with D and d as distances from the means. Source:
 * N. Draper, H. Smith, Applied Regression Analysis, section on inverse regression; E. Fieller, J. R. Statist. Soc. B 16
 * (1954) 175. These six figures are all that it needs, so that a line can be kept without its readings.
 *
 * @param points number of readings
 * @param perConnection slope; NaN if there were no two different x
 * @param standardError standard error of the slope; NaN for fewer than three readings
 * @param intercept value at zero
 * @param meanX mean of x
 * @param squaresX sum of the squares of the distances of x from its mean; 0 if there were no two different x
 */
public record FittedLine(
        int points, double perConnection, double standardError, double intercept, double meanX, double squaresX) {

    // Degrees of freedom below which Student's t makes an interval that says nothing.
    private static final int MIN_FOR_INTERVAL = 2;

    /** Returns true if there are two different x. */
    public boolean isLine() {
        return squaresX > 0;
    }

    /**
     * Returns true if the line rises by more than chance: the 95 % interval of its slope is above zero. Of fewer than
     * four points, which have no interval, the slope must be above zero.
     */
    public boolean rises() {
        return isLine() && perConnection - margin() > 0;
    }

    /** Returns true if there are enough points for intervals. */
    public boolean hasInterval() {
        return points - 2 >= MIN_FOR_INTERVAL;
    }

    /** Returns half the width of the 95 % interval of the slope; 0 if there is none. */
    public double margin() {
        return hasInterval() ? StudentT.interval(points - 2) * standardError : 0;
    }

    /** Returns the highest slope that the readings allow; infinite if they have no interval. */
    public double maxSlope() {
        return hasInterval() ? perConnection + margin() : Double.POSITIVE_INFINITY;
    }

    /** Returns the lowest slope that the readings allow; minus infinity if they have no interval. */
    public double minSlope() {
        return hasInterval() ? perConnection - margin() : Double.NEGATIVE_INFINITY;
    }

    /** Returns half the width of the 95 % interval of the value at zero; NaN if there is none. */
    public double interceptMargin() {
        return hasInterval()
                ? margin() * Math.sqrt(squaresX) * Math.sqrt(1.0 / points + meanX * meanX / squaresX)
                : Double.NaN;
    }

    /** Returns half the width of the 95 % interval of the difference of two readings at the same x; infinite if there is none. */
    public double scatterOfTwo() {
        return hasInterval() ? margin() * Math.sqrt(2 * squaresX) : Double.POSITIVE_INFINITY;
    }

    public double xAt(double value) {
        return (value - intercept) / perConnection;
    }

    /** Returns the interval of that x; unknown for fewer than four points or a line that does not rise. */
    public Interval interval(double value) {
        if (!hasInterval() || !rises()) {
            return Interval.UNKNOWN;
        }
        double distance = value - (intercept + perConnection * meanX);
        double scatter = margin() * Math.sqrt(squaresX);
        double steepness = perConnection * perConnection - margin() * margin();
        double root = scatter * Math.sqrt(distance * distance / squaresX + steepness * (1 + 1.0 / points)) / steepness;
        double middle = meanX + perConnection * distance / steepness;
        return new Interval(middle - root, middle + root);
    }
}
