package io.ceiling.harness.report;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.rows.ColumnKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A figure over forks: the median, of an even number the lower one of the two in the middle, and both ends. */
public record Spread(double median, double least, double most, int forks) {

    public static @Nullable Spread of(List<CsvRow> forks, ColumnKey.Amount column) {
        return of(forks.stream()
                .flatMapToDouble(row -> row.number(column).stream())
                .toArray());
    }

    public static @Nullable Spread of(double[] values) {
        if (values.length == 0) {
            return null;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(sorted[(sorted.length - 1) / 2], sorted[0], sorted[sorted.length - 1], sorted.length);
    }
}
