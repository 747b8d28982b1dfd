package io.ceiling.watch;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.MinMaxSeries;
import io.ceiling.harness.rows.ColumnKey;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The time for which a load tool was watched as lines, with the limits that were met marked.
 *
 * @param met limits that were met
 * @param connections pairs of seconds and connections to the server
 * @param waiting pairs of seconds and those of them that waited
 * @param busyThreads pairs of seconds and busy request threads
 * @param serverCores pairs of seconds and processors that the server used
 * @param toolCores pairs of seconds and processors that the tool used
 * @param hostCores pairs of seconds and busy processors of the host
 * @param seconds length of the watch
 */
record WatchLines(
        List<LimitPeriod> met,
        List<double[]> connections,
        List<double[]> waiting,
        List<double[]> busyThreads,
        List<double[]> serverCores,
        List<double[]> toolCores,
        List<double[]> hostCores,
        double seconds) {

    // Number of stretches of a line; each keeps its smallest and largest value.
    private static final int STRETCHES = 1000;

    /** A limit that was met, with the first and the last second and its words. */
    record LimitPeriod(String name, double from, double to, String evidence, String relief) {}

    static @Nullable WatchLines of(List<CsvRow> samples, List<CsvRow> limits) {
        if (samples.isEmpty()) {
            return null;
        }
        return new WatchLines(
                limits.stream()
                        .map(row -> new LimitPeriod(
                                row.text(WatchCsv.FACTOR),
                                row.amount(WatchCsv.FROM),
                                row.amount(WatchCsv.TO),
                                row.text(Keys.EVIDENCE),
                                row.text(Keys.RELIEF)))
                        .toList(),
                counts(samples, Keys.LOAD_ASKED),
                counts(samples, Keys.LOAD_PENDING),
                counts(samples, Keys.BUSY_THREADS),
                cores(samples, Keys.SERVER_CPU),
                cores(samples, Keys.LOAD_CPU),
                cores(samples, Keys.HOST_BUSY),
                at(samples.get(samples.size() - 1)));
    }

    private static double at(CsvRow sample) {
        return sample.amount(Keys.ELAPSED) / 1e9;
    }

    private static List<double[]> counts(List<CsvRow> samples, ColumnKey.Amount column) {
        MinMaxSeries series = new MinMaxSeries(STRETCHES);
        samples.forEach(row -> row.number(column).ifPresent(value -> series.add(at(row), value)));
        return series.pairs();
    }

    // Returns the growth of a processor time from sample to sample, in processors.
    private static List<double[]> cores(List<CsvRow> samples, ColumnKey.Amount column) {
        MinMaxSeries series = new MinMaxSeries(STRETCHES);
        for (int i = 1; i < samples.size(); i++) {
            OptionalDouble before = samples.get(i - 1).number(column);
            OptionalDouble now = samples.get(i).number(column);
            double elapsed =
                    samples.get(i).amount(Keys.ELAPSED) - samples.get(i - 1).amount(Keys.ELAPSED);
            if (before.isPresent() && now.isPresent() && elapsed > 0) {
                series.add(at(samples.get(i)), Math.max(0, now.getAsDouble() - before.getAsDouble()) / elapsed);
            }
        }
        return series.pairs();
    }
}
