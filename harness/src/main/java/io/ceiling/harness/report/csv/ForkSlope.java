package io.ceiling.harness.report.csv;

import io.ceiling.harness.model.CostPerConnection.Slope;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The cost of a connection as the forks of a setting have it.
 *
 * <p>Readings of one server share what is particular to it, so that the error of one line is too small. Of several forks the error is
 * that between their slopes.
 *
 * @param mean mean of the slopes, in the unit of the column
 * @param error standard error of the mean; empty if it is not known
 * @param margin half the width of the 95 % interval of the mean by Student's t: of one fork from at least four points, of several from
 *     at least three slopes; empty if it is not known
 * @param forks number of slopes
 */
public record ForkSlope(double mean, OptionalDouble error, OptionalDouble margin, int forks) {

    private static final String STANDARD_ERROR = "_se";

    /**
     * Returns the slope of a column of ceilings.csv; empty if no fork has it, and if the only one has it without an error, as a line
     * through two points does.
     *
     * @param forks rows of the same setting, at least one
     */
    public static Optional<ForkSlope> of(List<CsvRow> forks, String column) {
        double[] slopes = forks.stream()
                .flatMapToDouble(fork -> fork.number(column).stream())
                .toArray();
        if (slopes.length > 1) {
            double mean = Arrays.stream(slopes).average().orElseThrow();
            double squares = Arrays.stream(slopes)
                    .map(slope -> (slope - mean) * (slope - mean))
                    .sum();
            double error = Math.sqrt(squares / (slopes.length - 1) / slopes.length);
            return Optional.of(
                    new ForkSlope(mean, OptionalDouble.of(error), margin(error, slopes.length - 1), slopes.length));
        }
        return forks.stream()
                .filter(fork -> fork.number(column).isPresent()
                        && fork.number(column + STANDARD_ERROR).isPresent())
                .findFirst()
                .map(fork -> new ForkSlope(
                        fork.amount(column),
                        fork.number(column + STANDARD_ERROR),
                        margin(fork, column, Integer.MAX_VALUE),
                        1));
    }

    /**
     * Returns half the width of the 95 % interval of the slope of one fork; empty in older files and with too few points.
     *
     * @param most most degrees of freedom that the points of the line can have
     */
    public static OptionalDouble margin(CsvRow row, String column, int most) {
        OptionalDouble degrees = row.number("cost_degrees_of_freedom");
        OptionalDouble error = row.number(column + STANDARD_ERROR);
        return degrees.isEmpty() || error.isEmpty()
                ? OptionalDouble.empty()
                : margin(error.getAsDouble(), Math.min((int) degrees.getAsDouble(), most));
    }

    private static OptionalDouble margin(double error, int degrees) {
        double margin = new Slope(0, error, 0, degrees, false).margin();
        return Double.isNaN(margin) ? OptionalDouble.empty() : OptionalDouble.of(margin);
    }
}
