package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.report.csv.StepsCsv;
import io.ceiling.harness.report.html.chart.CostShape;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.Numbers;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.stats.CostPoints;
import io.ceiling.harness.stats.Mean;
import io.ceiling.harness.stats.ParabolaFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The readings that costs were fitted to, and the line through them, for each kind of memory. */
record FittedLines(String label, String scenario, List<MemoryLine> lines) {

    /**
     * A line {@code intercept + slope * connections}, in bytes.
     *
     * @param part kind of memory
     * @param slope bytes per connection
     * @param error standard error of the slope
     * @param intercept bytes at zero connections
     * @param points pairs of connections and bytes
     * @param margin half the width of the 95 % interval of the slope; null if not known
     * @param curved true if the points are on a curve
     * @param next bytes of the next connection above the most, along the curve; null without a curve
     */
    record MemoryLine(
            String part,
            double slope,
            double error,
            double intercept,
            List<double[]> points,
            @Nullable Double margin,
            boolean curved,
            @Nullable Double next) {}

    // A kind of memory, and its name among the costs that are on a curve.
    private record PartColumns(
            String name, ColumnKey.Amount column, String cost, Function<CsvRow, OptionalDouble> bytes) {}

    private static final PartColumns WHOLE_RESIDENT_SET =
            new PartColumns("resident set", ResidentCost.COLUMN, "rss", row -> amount(row, Keys.SERVER_RSS));
    private static final PartColumns RESIDENT_SET_WITHOUT_FREE_HEAP = new PartColumns(
            "resident set without free heap", ResidentCost.COLUMN, "rss", ResidentCost::withoutFreeHeap);

    private static List<PartColumns> parts(CsvRow ceiling) {
        return List.of(
                new PartColumns("heap", Keys.HEAP, "heap", row -> amount(row, Keys.HEAP_USED)),
                new PartColumns("direct", Keys.DIRECT, "direct", row -> amount(row, Keys.SERVER_DIRECT)),
                ceiling.isTrue(ResidentCost.WITH_FREE_HEAP) ? WHOLE_RESIDENT_SET : RESIDENT_SET_WITHOUT_FREE_HEAP,
                new PartColumns("kernel", Keys.KERNEL, "kernel", row -> OptionalDouble.of(kernelBytes(row))));
    }

    private static OptionalDouble amount(CsvRow row, ColumnKey.Amount column) {
        return OptionalDouble.of(row.amount(column));
    }

    // Returns what the line was fitted to; files before that column had slabs and socket memory.
    private static double kernelBytes(CsvRow row) {
        OptionalDouble bytes = row.number(Keys.HOST_KERNEL);
        return bytes.orElseGet(() -> row.amount(Keys.HOST_SLAB) + row.amount(Keys.HOST_SOCKETS));
    }

    FittedLines {
        lines = List.copyOf(lines);
    }

    /**
     * Returns the lines of the first cells that have a slope and at least two readings.
     *
     * @param steps rows of steps.csv by scenario
     * @param collected rows of samples.csv after a full collection, by scenario
     */
    static List<FittedLines> of(
            List<MatrixCell> cells, Map<String, List<CsvRow>> steps, Map<String, List<CsvRow>> collected) {
        List<FittedLines> all = new ArrayList<>();
        for (MatrixCell cell : cells.subList(0, Math.min(cells.size(), RunFiles.MAX_PICKED))) {
            String scenario = cell.medianRow().scenario();
            List<CsvRow> readings = readings(
                    cell.medianRow(),
                    steps.getOrDefault(scenario, List.of()),
                    collected.getOrDefault(scenario, List.of()));
            List<MemoryLine> lines = lines(cell.medianRow(), readings);
            if (!lines.isEmpty()) {
                all.add(new FittedLines(cell.label(), scenario, lines));
            }
        }
        return all;
    }

    // Returns what the costs were fitted to; a recursion is only one step, so its readings are returned.
    private static List<CsvRow> readings(CsvRow ceiling, List<CsvRow> steps, List<CsvRow> collected) {
        List<CsvRow> points = StepsCsv.costPoints(ceiling, steps).stream()
                .filter(step -> step.isTrue(Keys.AFTER_GC))
                .toList();
        return points.size() > 1 ? points : collected;
    }

    private static List<MemoryLine> lines(CsvRow ceiling, List<CsvRow> readings) {
        List<MemoryLine> lines = new ArrayList<>();
        if (readings.size() < 2) {
            return lines;
        }
        for (PartColumns part : parts(ceiling)) {
            OptionalDouble slope = ceiling.number(part.column());
            CostPoints<CsvRow> points = new CostPoints<>(
                            readings, row -> (int) row.amount(Keys.SERVER), FittedLines::connections)
                    .withValue(part.bytes());
            if (slope.isPresent() && Arrays.stream(points.y(part.bytes())).anyMatch(bytes -> bytes > 0)) {
                lines.add(line(ceiling, part, slope.getAsDouble(), points));
            }
        }
        return lines;
    }

    private static MemoryLine line(CsvRow ceiling, PartColumns part, double slope, CostPoints<CsvRow> points) {
        double[] x = points.x();
        double[] y = points.y(part.bytes());
        int degreesOfFreedom =
                x.length - (int) Arrays.stream(points.servers()).distinct().count() - 1;
        boolean curved = CostShape.curved(ceiling).contains(part.cost());
        return new MemoryLine(
                part.name(),
                slope,
                ceiling.amount(part.column().error()),
                // A least-squares line goes through the mean of its points.
                Mean.of(y).value() - slope * Mean.of(x).value(),
                IntStream.range(0, x.length)
                        .mapToObj(i -> new double[] {x[i], y[i]})
                        .toList(),
                Numbers.orNull(CostShape.margin(ceiling, part.column(), degreesOfFreedom)),
                curved,
                curved
                        ? ParabolaFit.of(points.servers(), x, y)
                                .map(ParabolaFit::slopeAtMaxX)
                                .orElse(null)
                        : null);
    }

    private static double connections(CsvRow row) {
        double served = row.amount(Keys.SERVED);
        return served > 0 ? served : Math.max(row.amount(Keys.LEVELS_NOW), row.amount(Keys.LOAD_ALIVE));
    }
}
