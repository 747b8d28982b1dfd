package io.ceiling.harness.report.html.chart;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.stats.StudentT;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reads the columns of ceilings.csv about the shape of the cost lines: curvature and margin. Pure functions. */
public final class CostShape {

    private CostShape() {}

    /** Returns the costs whose points are on a curve, by their names in ceilings.csv; none in older files. */
    public static List<String> curved(CsvRow row) {
        return Arrays.stream(row.text(ResidentCost.CURVED).split(";"))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /**
     * Returns half the width of the 95 % interval of the slope of one server's line, which says nothing about other servers; empty in
     * older files and with too few points.
     *
     * @param most maximum degrees of freedom of the line's points
     */
    public static OptionalDouble margin(CsvRow row, ColumnKey.Amount column, int most) {
        OptionalInt degrees = ForkSlope.degreesOfFreedom(row, column);
        return StudentT.margin(row.number(column.error()).orElse(Double.NaN), Math.min(degrees.orElse(0), most));
    }
}
