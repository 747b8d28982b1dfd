package io.ceiling.capacity.predict;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.chart.Numbers;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a server that were predicted from a few levels: what was read as a share of each limit, the line through
 * it, and where it meets the limit.
 *
 * @param limits predicted limits, the nearest first
 * @param others limits without a prediction
 * @param most most connections that were held for it
 */
record PredictionChart(List<ChartedLimit> limits, List<Other> others, double most) {

    /**
     * A predicted limit.
     *
     * @param limit the limit with its value
     * @param points pairs of connections and percent of the limit at each level; none if levels.csv does not have them
     */
    record ChartedLimit(String factor, String family, String limit, MetAt met, LimitLine line, List<double[]> points) {}

    /**
     * The number of connections at which a limit is met.
     *
     * @param low lower end of the interval; null if there is none
     * @param high upper end of the interval; null if there is none
     * @param share most connections that were held, as a share of the number
     */
    record MetAt(double connections, @Nullable Double low, @Nullable Double high, double share) {}

    /**
     * The line that leads to a limit.
     *
     * @param startPercent percent of the limit without a connection
     * @param assumed what the number rests on besides readings
     */
    record LimitLine(
            String quantity,
            String unit,
            double perConnection,
            @Nullable Double standardError,
            double startPercent,
            double levels,
            boolean curved,
            String assumed) {}

    /** A limit without a prediction. */
    record Other(String factor, String limit, String why) {}

    private static final int PERCENT = 100;

    /**
     * Returns the chart; null if nothing was predicted.
     *
     * @param prediction rows of prediction.csv
     * @param levels rows of levels.csv
     */
    static @Nullable PredictionChart of(List<CsvRow> prediction, List<CsvRow> levels) {
        if (prediction.isEmpty()) {
            return null;
        }
        return new PredictionChart(
                prediction.stream()
                        .filter(row -> row.text("row").equals("predicted"))
                        .map(row -> limit(row, levels))
                        .toList(),
                prediction.stream()
                        .filter(row -> !row.text("row").equals("predicted"))
                        .map(row -> new Other(row.text("factor"), row.text("limit"), row.text("why_not")))
                        .toList(),
                prediction.get(0).amount("most_connections"));
    }

    private static ChartedLimit limit(CsvRow row, List<CsvRow> levels) {
        double connections = row.amount("connections");
        // The number is rounded down; a connection more or less does not move a share visibly.
        double whole = row.amount("base") + row.amount("per_connection") * connections;
        return new ChartedLimit(
                row.text("factor"),
                Phrases.family(row.text("factor")),
                row.text("limit"),
                new MetAt(
                        connections,
                        Numbers.orNull(row.number("connections_low")),
                        Numbers.orNull(row.number("connections_high")),
                        row.amount("share_reached")),
                new LimitLine(
                        row.text("quantity"),
                        row.text("unit"),
                        row.amount("per_connection"),
                        Numbers.orNull(row.number("per_connection_se")),
                        whole > 0 ? PERCENT * row.amount("base") / whole : 0,
                        row.amount("levels"),
                        row.is("curved"),
                        row.text("assumed")),
                points(row.text("factor"), whole, levels));
    }

    private static List<double[]> points(String factor, double whole, List<CsvRow> levels) {
        List<double[]> points = new ArrayList<>();
        for (CsvRow level : levels) {
            OptionalDouble read = read(factor, level);
            if (read.isPresent() && whole > 0) {
                points.add(new double[] {level.amount("connections"), PERCENT * read.getAsDouble() / whole});
            }
        }
        return points;
    }

    /** Returns the reading of a level for that limit; empty if the file has none. */
    private static OptionalDouble read(String factor, CsvRow level) {
        return switch (factor) {
            case "server-heap" ->
                level.is("after_gc") ? level.number("server_heap_used_bytes") : OptionalDouble.empty();
            case "server-direct-memory" -> level.number("server_direct_bytes");
            case "server-file-descriptors" -> level.number("server_open_descriptors");
            case "server-max-connections" -> level.number("server_connections");
            case "server-threads" -> level.number("server_busy_threads");
            case "server-native-threads" -> level.number("server_threads");
            case "load-ephemeral-ports" -> level.number("connections");
            default -> OptionalDouble.empty();
        };
    }
}
