package io.ceiling.capacity.predict;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.Numbers;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a server, predicted from a few levels: the readings as a share of each limit, the line through them,
 * and where it meets the limit.
 *
 * @param limits predicted limits, the nearest first
 * @param others limits without a prediction
 * @param most largest number of connections that were held
 */
record PredictionChart(List<ChartedLimit> limits, List<UnchartedLimit> others, double most) {

    /**
     * A predicted limit.
     *
     * @param limit the limit with its value
     * @param points pairs of connections and percent of the limit at each level; none if levels.csv does not have them
     */
    record ChartedLimit(
            String factor, String family, String limit, LimitConnections met, LimitLine line, List<double[]> points) {}

    /**
     * The number of connections at which a limit is met.
     *
     * @param low lower end of the interval; null if there is none
     * @param high upper end of the interval; null if there is none
     * @param share ratio of the largest number of connections that were held to this one
     */
    record LimitConnections(double connections, @Nullable Double low, @Nullable Double high, double share) {}

    /**
     * The line that leads to a limit.
     *
     * @param startPercent percent of the limit without a connection
     * @param assumed assumption that the number rests on, in addition to readings
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
    record UnchartedLimit(String factor, String limit, String why) {}

    private static final int PERCENT = 100;

    static @Nullable PredictionChart of(List<CsvRow> prediction, List<CsvRow> levels) {
        if (prediction.isEmpty()) {
            return null;
        }
        return new PredictionChart(
                prediction.stream()
                        .filter(row -> row.text(PredictionCsv.ROW).equals("predicted"))
                        .map(row -> limit(row, levels))
                        .toList(),
                prediction.stream()
                        .filter(row -> !row.text(PredictionCsv.ROW).equals("predicted"))
                        .map(row -> new UnchartedLimit(
                                row.text(PredictionCsv.FACTOR),
                                row.text(PredictionCsv.LIMIT),
                                row.text(PredictionCsv.WHY_NOT)))
                        .toList(),
                prediction.get(0).amount(PredictionCsv.MOST_CONNECTIONS));
    }

    private static ChartedLimit limit(CsvRow row, List<CsvRow> levels) {
        double connections = row.amount(PredictionCsv.CONNECTIONS);
        // The number is rounded down; a connection more or less does not move a share visibly.
        double whole = row.amount(PredictionCsv.BASE) + row.amount(PredictionCsv.PER_CONNECTION) * connections;
        return new ChartedLimit(
                row.text(PredictionCsv.FACTOR),
                Phrases.family(row.text(PredictionCsv.FACTOR)),
                row.text(PredictionCsv.LIMIT),
                new LimitConnections(
                        connections,
                        Numbers.orNull(row.number(PredictionCsv.LOW)),
                        Numbers.orNull(row.number(PredictionCsv.HIGH)),
                        row.amount(PredictionCsv.SHARE_REACHED)),
                new LimitLine(
                        row.text(PredictionCsv.QUANTITY),
                        row.text(PredictionCsv.UNIT),
                        row.amount(PredictionCsv.PER_CONNECTION),
                        Numbers.orNull(row.number(PredictionCsv.PER_CONNECTION.error())),
                        whole > 0 ? PERCENT * row.amount(PredictionCsv.BASE) / whole : 0,
                        row.amount(PredictionCsv.LEVELS),
                        row.isTrue(PredictionCsv.CURVED),
                        row.text(PredictionCsv.ASSUMED)),
                points(row.text(PredictionCsv.FACTOR), whole, levels));
    }

    private static List<double[]> points(String factor, double whole, List<CsvRow> levels) {
        List<double[]> points = new ArrayList<>();
        for (CsvRow level : levels) {
            OptionalDouble read = read(factor, level);
            if (read.isPresent() && whole > 0) {
                points.add(
                        new double[] {level.amount(PredictionCsv.CONNECTIONS), PERCENT * read.getAsDouble() / whole});
            }
        }
        return points;
    }

    // Returns the reading of a level for a limit; empty if the file has none.
    private static OptionalDouble read(String factor, CsvRow level) {
        return switch (factor) {
            case "server-heap" -> level.isTrue(Keys.AFTER_GC) ? level.number(Keys.HEAP_USED) : OptionalDouble.empty();
            case "server-direct-memory" -> level.number(Keys.SERVER_DIRECT);
            case "server-file-descriptors" -> level.number(Keys.SERVER_DESCRIPTORS);
            case "server-max-connections" -> level.number(Keys.SERVER_CONNECTIONS);
            case "server-threads" -> level.number(Keys.BUSY_THREADS);
            case "server-native-threads" -> level.number(Keys.SERVER_THREADS);
            case "load-ephemeral-ports" -> level.number(PredictionCsv.CONNECTIONS);
            default -> OptionalDouble.empty();
        };
    }
}
