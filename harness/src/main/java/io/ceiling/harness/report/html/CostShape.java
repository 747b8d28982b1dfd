package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Reads what ceilings.csv tells about the lines of the costs, besides slopes and errors. Pure functions. */
final class CostShape {

    private CostShape() {}

    /** Returns the costs whose points are on a curve, by their names in ceilings.csv; none in older files. */
    static List<String> curved(CsvRow row) {
        return Arrays.stream(row.text("curved_costs").split(";"))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Returns half the width of the 95 % interval of a slope; empty in older files and with too few points. */
    static OptionalDouble margin(CsvRow row, String column) {
        return ForkSlope.margin(row, column, Integer.MAX_VALUE);
    }
}
