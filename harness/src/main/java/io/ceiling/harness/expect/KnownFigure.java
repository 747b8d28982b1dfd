package io.ceiling.harness.expect;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.text.Figures;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The knowledge of one run about a metric of a scenario: a figure, or only bounds.
 *
 * @param figure figure of the forks; empty if it is not significant in more than half of them
 * @param low lower bound; minus infinity if not known
 * @param high upper bound; infinity if not known
 * @param insignificant true if there are values, but within their errors or of another kind than in the other run
 * @param text the knowledge for display
 */
public record KnownFigure(Optional<Figure> figure, double low, double high, boolean insignificant, String text) {

    /** The knowledge about a scenario that the run does not have. */
    public static final KnownFigure NOTHING =
            new KnownFigure(Optional.empty(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false, "missing");

    public static KnownFigure of(Metric metric, List<CsvRow> rows) {
        List<CsvRow> forks = metric == Metric.RSS ? ResidentCost.comparableForks(rows) : rows;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (CsvRow fork : forks) {
            low = Math.min(low, low(metric, fork));
            high = Math.max(high, high(metric, fork));
        }
        Optional<Figure> measured = Figure.of(metric, forks).filter(known -> known.forks() * 2 > forks.size());
        Optional<Figure> figure = measured.filter(known -> known.significant() * 2 > forks.size());
        boolean insignificant = measured.isPresent() && figure.isEmpty();
        return new KnownFigure(
                figure,
                low,
                high,
                insignificant,
                text(metric, forks, figure) + (insignificant ? ", not significant" : ""));
    }

    /** Returns the knowledge of a second run: no figure if only one of the runs counts free heap. */
    public static KnownFigure of(Metric metric, List<CsvRow> rows, List<CsvRow> first) {
        KnownFigure known = of(metric, rows);
        if (metric != Metric.RSS || !ResidentCost.differs(rows, first)) {
            return known;
        }
        String kind = ResidentCost.hasFreeHeap(rows)
                ? "with free heap, which the first run leaves out"
                : "without free heap, which the first run counts";
        return new KnownFigure(
                Optional.empty(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true, known.text() + " " + kind);
    }

    /**
     * Returns the 99th percentile in nanoseconds: of the response times, or, if messages are published, of the delivery
     * times.
     */
    static KnownFigure ofP99(List<CsvRow> forks) {
        List<Double> values = forks.stream()
                .map(KnownFigure::p99)
                .flatMapToDouble(OptionalDouble::stream)
                .boxed()
                .toList();
        if (values.size() * 2 <= forks.size()) {
            return new KnownFigure(
                    Optional.empty(),
                    Double.NEGATIVE_INFINITY,
                    Double.POSITIVE_INFINITY,
                    false,
                    "no response times measured");
        }
        Figure figure = new Figure(values, 0, values.size());
        return new KnownFigure(
                Optional.of(figure),
                Collections.min(values),
                Collections.max(values),
                false,
                Condition.millis(figure.median()));
    }

    private static OptionalDouble p99(CsvRow fork) {
        OptionalDouble response = fork.number(Keys.RESPONSE.p99());
        return response.isPresent() ? response : fork.number(Keys.DELIVERY.p99());
    }

    private static double low(Metric metric, CsvRow fork) {
        if (metric == Metric.CEILING) {
            return held(fork).orElse(Double.NEGATIVE_INFINITY);
        }
        OptionalDouble margin = Figure.margin(metric, fork);
        return margin.isPresent()
                ? fork.number(metric.column()).orElseThrow() - margin.getAsDouble()
                : Double.NEGATIVE_INFINITY;
    }

    private static double high(Metric metric, CsvRow fork) {
        if (metric == Metric.CEILING) {
            return fork.text(Keys.VERDICT).equals("reached")
                    ? fork.number(Keys.FIRST_FAILURE).orElse(Double.POSITIVE_INFINITY)
                    : Double.POSITIVE_INFINITY;
        }
        OptionalDouble margin = Figure.margin(metric, fork);
        return margin.isPresent()
                ? fork.number(metric.column()).orElseThrow() + margin.getAsDouble()
                : Double.POSITIVE_INFINITY;
    }

    // Returns the connections that the server is known to have held, which only these two verdicts state.
    private static OptionalDouble held(CsvRow fork) {
        return List.of("reached", "at-least").contains(fork.text(Keys.VERDICT))
                ? fork.number(Metric.CEILING.column())
                : OptionalDouble.empty();
    }

    private static String text(Metric metric, List<CsvRow> forks, Optional<Figure> figure) {
        if (metric != Metric.CEILING && figure.isPresent()) {
            return metric.text(figure.get().median());
        }
        return forks.stream()
                .map(fork -> metric == Metric.CEILING ? ceiling(fork) : cost(metric, fork))
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    static String ceiling(CsvRow fork) {
        OptionalDouble held = fork.number(Metric.CEILING.column());
        String factor = fork.text(Keys.FACTOR);
        String why = fork.text(Keys.WHY);
        return fork.text(Keys.VERDICT)
                + (held.isPresent() ? " " + Metric.CEILING.text(held.getAsDouble()) : "")
                + (factor.isEmpty() ? "" : " by " + factor)
                + (why.isEmpty() ? "" : " (" + why + ")");
    }

    private static String cost(Metric metric, CsvRow fork) {
        OptionalDouble value = fork.number(metric.column());
        return value.isEmpty()
                ? "not measured (%s)".formatted(fork.text(Keys.VERDICT))
                : Figures.bytes(value, fork.number(metric.column().error()));
    }
}
