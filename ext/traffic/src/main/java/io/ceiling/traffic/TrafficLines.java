package io.ceiling.traffic;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.chart.MinMaxSeries;
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
        List<Phase> phases,
        List<double[]> alive,
        List<double[]> requestsPerSecond,
        List<double[]> p99Nanos,
        List<double[]> serverCores,
        boolean thinned) {

    /** Number of stretches of a line; each keeps its smallest and largest value. */
    private static final int STRETCHES = 1000;

    /** A phase, which is opening, traffic or probe, with its first and last second. */
    public record Phase(String name, double from, double to) {}

    /** Returns the lines; null if there are no seconds. */
    public static @Nullable TrafficLines of(List<CsvRow> seconds) {
        if (seconds.isEmpty()) {
            return null;
        }
        return new TrafficLines(
                phases(seconds),
                line(seconds, "alive"),
                line(seconds, "requests_per_s"),
                line(seconds, "response_p99_ns"),
                line(seconds, "server_cores"),
                seconds.size() > 2 * STRETCHES);
    }

    private static List<double[]> line(List<CsvRow> seconds, String column) {
        MinMaxSeries series = new MinMaxSeries(STRETCHES);
        for (CsvRow row : seconds) {
            row.number(column).ifPresent(value -> series.add(row.amount("elapsed_s"), value));
        }
        return series.points().stream()
                .map(point -> new double[] {point.at(), point.value()})
                .toList();
    }

    private static List<Phase> phases(List<CsvRow> seconds) {
        List<Phase> phases = new ArrayList<>();
        for (CsvRow row : seconds) {
            int last = phases.size() - 1;
            double now = row.amount("elapsed_s");
            String name = row.text("phase");
            if (last >= 0 && phases.get(last).name().equals(name)) {
                phases.set(last, new Phase(name, phases.get(last).from(), now));
            } else {
                phases.add(new Phase(name, last < 0 ? 0 : phases.get(last).to(), now));
            }
        }
        return phases;
    }
}
