package io.ceiling.harness.report.html.chart;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.rows.ColumnKey;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * The response times of one kind by percentile.
 *
 * @param scenario name of the scenario
 * @param tag connect, first-answer, response, service or delivery
 * @param points pairs of nines (1 is 90 %, 2 is 99 %, and so on) and milliseconds
 * @param percentiles the percentiles that people usually compare
 * @param count number of values; 0 if only the percentiles of ceilings.csv are known
 */
public record Curve(
        String scenario, String tag, List<double[]> points, @JsonUnwrapped Percentiles percentiles, long count) {

    /**
     * Percentiles, in ms.
     *
     * @param p95 null if only those of ceilings.csv are known
     * @param max largest value
     */
    public record Percentiles(double p50, @Nullable Double p95, double p99, double p999, double max) {}

    private static final int TICKS_PER_HALF = 3;

    private static final List<ColumnKey.Times> TIMES =
            List.of(Keys.CONNECT, Keys.FIRST_ANSWER, Keys.RESPONSE, Keys.SERVICE, Keys.DELIVERY);

    /**
     * Returns the curves of a HdrHistogram log. Blocks for disk I/O.
     *
     * @throws RunFolderException if it cannot be read
     */
    public static List<Curve> read(Path log, String scenario) {
        Map<String, Histogram> byTag = new LinkedHashMap<>();
        long count = 0;
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram next = reader.nextIntervalHistogram();
                if (next instanceof Histogram histogram) {
                    count = Math.addExact(count, histogram.getTotalCount());
                    if (histogram.getTotalCount() < 0) {
                        throw new ArithmeticException("its counts do not fit into 64 bits");
                    }
                    byTag.computeIfAbsent(String.valueOf(histogram.getTag()), tag -> new Histogram(3))
                            .add(histogram);
                }
            }
        } catch (FileNotFoundException | RuntimeException e) {
            throw new RunFolderException(
                    "%s cannot be read: %s".formatted(log, Cell.text(String.valueOf(e.getMessage()))), e);
        }
        List<Curve> curves = new ArrayList<>();
        byTag.forEach((tag, histogram) -> curves.add(of(scenario, tag, histogram)));
        return curves;
    }

    public static Curve of(String scenario, String tag, Histogram histogram) {
        List<double[]> points = new ArrayList<>();
        long count = histogram.getTotalCount();
        for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF)) {
            // The largest value would be at 100 %, which has infinitely many nines, so it is drawn at 1 - 1/count.
            double last = 1 - 1 / (double) Math.max(2, count);
            double share = Math.min(value.getPercentileLevelIteratedTo() / 100, last);
            points.add(new double[] {nines(share), millis((double) value.getValueIteratedTo())});
        }
        return new Curve(
                scenario,
                tag,
                points,
                new Percentiles(
                        at(histogram, 50), at(histogram, 95), at(histogram, 99), at(histogram, 99.9), millis((double)
                                histogram.getMaxValue())),
                count);
    }

    private static double at(Histogram histogram, double percent) {
        return millis((double) histogram.getValueAtPercentile(percent));
    }

    /**
     * Returns the percentiles in a row of ceilings.csv or traffic-totals.csv, for runs that were kept without their
     * logs.
     */
    public static List<Curve> of(CsvRow ceiling, String scenario) {
        List<Curve> curves = new ArrayList<>();
        for (ColumnKey.Times times : TIMES) {
            List<double[]> points = new ArrayList<>();
            add(points, ceiling, times.p50(), 0.5);
            add(points, ceiling, times.p99(), 0.99);
            add(points, ceiling, times.p999(), 0.999);
            if (points.size() == 3) {
                Percentiles percentiles = new Percentiles(
                        points.get(0)[1],
                        null,
                        points.get(1)[1],
                        points.get(2)[1],
                        millis(ceiling.amount(times.max())));
                curves.add(new Curve(scenario, times.name().replace('_', '-'), points, percentiles, 0));
            }
        }
        return curves;
    }

    private static void add(List<double[]> points, CsvRow row, ColumnKey.Amount column, double share) {
        OptionalDouble nanos = row.number(column);
        nanos.ifPresent(value -> points.add(new double[] {nines(share), millis(value)}));
    }

    public static double nines(double share) {
        return Math.round(-Math.log10(1 - share) * 1000) / 1000.0;
    }

    private static double millis(double nanos) {
        return Math.round(nanos / 1e3) / 1e3;
    }
}
