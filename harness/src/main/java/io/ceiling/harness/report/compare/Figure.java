package io.ceiling.harness.report.compare;

import io.ceiling.harness.report.csv.CsvRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The values of a metric of one scenario in one run, with the interval in which the metric lies.
 *
 * @param values values of the forks, sorted
 * @param low lower end of the interval as far as one server can show it
 * @param high upper end of the interval: of a ceiling the first failure, of a cost the end of its 95 % interval
 */
record Figure(List<Double> values, double low, double high) {

    /** Standard errors below which a slope is not significant, not even its sign. */
    private static final double LEAST_ERRORS = 2;

    /**
     * Student's t for 95 %, indexed by the degrees of freedom: with few points a standard error is itself
     * uncertain.
     */
    private static final double[] STUDENT = {12.7, 4.3, 3.2, 2.8, 2.6, 2.4};

    Figure {
        values = values.stream().sorted().toList();
    }

    /**
     * Returns the figure; empty if no fork has a value. A lower bound is no ceiling, and a cost without an error is no
     * figure.
     */
    static Optional<Figure> of(Metric metric, List<CsvRow> forks) {
        List<Double> values = new ArrayList<>();
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        for (CsvRow fork : forks) {
            OptionalDouble value = fork.number(metric.column());
            OptionalDouble error = metric == Metric.CEILING
                    ? fork.number("first_failure_connections")
                    : fork.number(metric.column() + "_se");
            if (value.isEmpty() || error.isEmpty() || !says(metric, fork, value.getAsDouble(), error.getAsDouble())) {
                continue;
            }
            values.add(value.getAsDouble());
            double margin = margin(metric, fork).orElse(0);
            low = Math.min(low, metric == Metric.CEILING ? value.getAsDouble() : value.getAsDouble() - margin);
            high = Math.max(high, metric == Metric.CEILING ? error.getAsDouble() : value.getAsDouble() + margin);
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(new Figure(values, low, high));
    }

    /** Returns half the width of the 95 % interval of a cost; empty if it was not measured. */
    static OptionalDouble margin(Metric metric, CsvRow fork) {
        OptionalDouble error = fork.number(metric.column() + "_se");
        return error.isEmpty() || fork.number(metric.column()).isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(student(fork) * error.getAsDouble());
    }

    /**
     * Returns Student's t. Runs before the column of the degrees of freedom had one line through all points; without the
     * number of points it is that of three.
     */
    private static double student(CsvRow fork) {
        double before = fork.number("cost_points").orElse(3) - 2;
        int degrees = (int) fork.number("cost_degrees_of_freedom").orElse(before);
        return STUDENT[Math.max(1, Math.min(STUDENT.length, degrees)) - 1];
    }

    private static boolean says(Metric metric, CsvRow fork, double value, double error) {
        return metric == Metric.CEILING
                ? fork.text("verdict").equals("reached")
                : value > 0 && value >= LEAST_ERRORS * error;
    }

    /** Returns the median; of an even number of forks the lower one of the two in the middle. */
    double median() {
        return values.get((values.size() - 1) / 2);
    }

    /** Returns the median; of an even number of forks the higher one of the two in the middle. */
    double upperMedian() {
        return values.get(values.size() / 2);
    }

    int forks() {
        return values.size();
    }
}
