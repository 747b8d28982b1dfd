package io.ceiling.harness.expect;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.stats.Mean;
import io.ceiling.harness.stats.StudentT;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The values of a metric of one scenario in one run.
 *
 * @param values values of all forks that have one, sorted: to leave out small ones would raise the median
 * @param error standard error of one value, from its own server alone: for a cost that of the fitted line, for a
 *     ceiling that of the distance to the first failure
 * @param significant number of forks whose value is above zero by at least two standard errors
 */
public record Figure(List<Double> values, double error, int significant) {

    // Standard errors below which a slope is not significant, not even its sign.
    private static final double MIN_ERRORS = 2;

    // Variance of a value that is anywhere in an interval of the width 1.
    private static final double UNIFORM = 1.0 / 12;

    public Figure {
        values = values.stream().sorted().toList();
    }

    /**
     * Returns the figure; empty if no fork has a value. A lower bound is no ceiling, and a cost without an error is no
     * figure.
     */
    public static Optional<Figure> of(Metric metric, List<CsvRow> forks) {
        List<Double> values = new ArrayList<>();
        double squares = 0;
        int significant = 0;
        for (CsvRow fork : forks) {
            OptionalDouble value = fork.number(metric.column());
            OptionalDouble error = error(metric, fork);
            if (value.isPresent() && error.isPresent()) {
                values.add(value.getAsDouble());
                squares += error.getAsDouble() * error.getAsDouble();
                significant +=
                        value.getAsDouble() > 0 && value.getAsDouble() >= MIN_ERRORS * error.getAsDouble() ? 1 : 0;
            }
        }
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(values, Math.sqrt(squares / values.size()), significant));
    }

    private static OptionalDouble error(Metric metric, CsvRow fork) {
        if (metric != Metric.CEILING) {
            return fork.number(metric.column().error());
        }
        OptionalDouble failed = fork.number(Keys.FIRST_FAILURE);
        return failed.isEmpty() || !fork.text(Keys.VERDICT).equals("reached")
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.sqrt(UNIFORM) * (failed.getAsDouble() - fork.amount(metric.column())));
    }

    /** Returns half the width of the 95 % interval of a cost; empty if it was not measured. */
    static OptionalDouble margin(Metric metric, CsvRow fork) {
        OptionalDouble error = fork.number(metric.column().error());
        // Before the columns of the degrees of freedom there was one line through all points.
        int degrees = ForkSlope.degreesOfFreedom(fork, metric.column())
                .orElse((int) fork.number(Keys.COST_POINTS).orElse(0) - 2);
        return error.isEmpty() || fork.number(metric.column()).isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(StudentT.interval(Math.max(1, degrees)) * error.getAsDouble());
    }

    /** Returns the median; of an even number of forks the lower one of the two in the middle. */
    public double median() {
        return values.get((values.size() - 1) / 2);
    }

    /** Returns the median; of an even number of forks the higher one of the two in the middle. */
    double upperMedian() {
        return values.get(values.size() / 2);
    }

    public double mean() {
        return Mean.of(values).value();
    }

    /** Returns the sum of the squares of the distances from the mean. */
    public double squares() {
        return Mean.of(values).sumOfSquares();
    }

    public int forks() {
        return values.size();
    }
}
