package io.ceiling.harness.report.csv;

import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.stats.Mean;
import io.ceiling.harness.stats.StudentT;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The cost of a connection over the forks of a setting.
 *
 * <p>Readings of one server share what is particular to it. Of the settings in results/reference with three forks or
 * more, the slopes of the heap deviate by 1.7 times the standard error of one line in the median, and in every tenth
 * setting by 6.9 times; those of the resident set by 1.4 and 10.6 times. So one fork has no error, and the error of
 * several forks follows from the spread of their slopes.
 *
 * @param mean mean of the slopes, in the unit of the column
 * @param error standard error of the mean; empty for one fork
 * @param margin half the width of the 95 % interval of the mean by Student's t; empty for fewer than three forks
 * @param forks number of slopes
 */
public record ForkSlope(double mean, OptionalDouble error, OptionalDouble margin, int forks) {

    // Standard errors of the line of a single fork below which it tells nothing, not even the sign.
    private static final double MIN_ERRORS = 2;

    private static final ColumnKey.Amount DEGREES_OF_ALL = new ColumnKey.Amount("cost_degrees_of_freedom");

    /**
     * Returns the slope of a column of ceilings.csv; empty if no fork has it, or if that of the only fork has no error,
     * as a line through two points, or is within its error.
     *
     * @param rows rows of the same setting, at least one
     */
    public static Optional<ForkSlope> of(List<CsvRow> rows, ColumnKey.Amount column) {
        List<CsvRow> forks = column.equals(ResidentCost.COLUMN) ? ResidentCost.comparableForks(rows) : rows;
        double[] slopes = forks.stream()
                .flatMapToDouble(fork -> fork.number(column).stream())
                .toArray();
        if (slopes.length > 1) {
            Mean mean = Mean.of(slopes);
            return Optional.of(new ForkSlope(
                    mean.value(),
                    OptionalDouble.of(mean.standardError()),
                    StudentT.margin(mean.standardError(), slopes.length - 1),
                    slopes.length));
        }
        return forks.stream()
                .filter(fork -> isClear(fork.number(column), fork.number(column.error())))
                .findFirst()
                .map(fork -> new ForkSlope(fork.amount(column), OptionalDouble.empty(), OptionalDouble.empty(), 1));
    }

    private static boolean isClear(OptionalDouble slope, OptionalDouble error) {
        return slope.isPresent()
                && error.isPresent()
                && Math.abs(slope.getAsDouble()) >= MIN_ERRORS * error.getAsDouble();
    }

    /**
     * Returns the degrees of freedom of the line of a column; empty in the oldest files. Older runs have one column for
     * all lines, that of the resident set.
     */
    public static OptionalInt degreesOfFreedom(CsvRow row, ColumnKey.Amount column) {
        return Stream.of(row.number(column.degreesOfFreedom()), row.number(DEGREES_OF_ALL))
                .filter(OptionalDouble::isPresent)
                .mapToInt(degrees -> (int) degrees.getAsDouble())
                .findFirst();
    }
}
