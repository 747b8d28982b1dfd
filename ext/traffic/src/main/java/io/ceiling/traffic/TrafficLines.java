package io.ceiling.traffic;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.MinMaxSeries;
import io.ceiling.harness.rows.ColumnKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The seconds of {@code ceiling traffic} as lines.
 *
 * @param phases phases of the run
 * @param alive pairs of seconds and connections held
 * @param requestsPerSecond pairs of seconds and requests per second
 * @param p99Nanos pairs of seconds and 99th percentiles of the response time, in ns
 * @param serverCores pairs of seconds and processors that the server used
 * @param thinned true if there are more seconds than points
 */
public record TrafficLines(
        List<PhaseSpan> phases,
        List<double[]> alive,
        List<double[]> requestsPerSecond,
        List<double[]> p99Nanos,
        List<double[]> serverCores,
        boolean thinned) {

    // Number of stretches of a line; each keeps its smallest and largest value.
    private static final int STRETCHES = 1000;

    /** A phase, which is opening, traffic or probe, with its first and last second. */
    public record PhaseSpan(String name, double from, double to) {}

    public static @Nullable TrafficLines of(List<CsvRow> seconds) {
        if (seconds.isEmpty()) {
            return null;
        }
        return new TrafficLines(
                phases(seconds),
                line(seconds, TrafficCsv.ALIVE),
                line(seconds, TrafficCsv.REQUESTS),
                line(seconds, Keys.RESPONSE.p99()),
                line(seconds, TrafficCsv.SERVER_CORES),
                seconds.size() > 2 * STRETCHES);
    }

    private static List<double[]> line(List<CsvRow> seconds, ColumnKey.Amount column) {
        MinMaxSeries series = new MinMaxSeries(STRETCHES);
        for (CsvRow row : seconds) {
            row.number(column).ifPresent(value -> series.add(row.amount(TrafficCsv.ELAPSED), value));
        }
        return series.pairs();
    }

    private static List<PhaseSpan> phases(List<CsvRow> seconds) {
        List<PhaseSpan> phases = new ArrayList<>();
        for (CsvRow row : seconds) {
            int last = phases.size() - 1;
            double now = row.amount(TrafficCsv.ELAPSED);
            String name = row.text(TrafficCsv.PHASE);
            if (last >= 0 && phases.get(last).name().equals(name)) {
                phases.set(last, new PhaseSpan(name, phases.get(last).from(), now));
            } else {
                phases.add(new PhaseSpan(name, last < 0 ? 0 : phases.get(last).to(), now));
            }
        }
        return phases;
    }
}
