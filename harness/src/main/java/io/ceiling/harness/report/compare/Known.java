package io.ceiling.harness.report.compare;

import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What a run knows about a metric of a scenario, be it a figure or no more than bounds.
 *
 * @param figure of more than half of the forks; empty if fewer have one
 * @param low the least that it may be; minus infinity if nothing is known
 * @param high the most that it may be; infinity if nothing is known
 * @param text the same for a person
 */
record Known(Optional<Figure> figure, double low, double high, String text) {

    /** Of a scenario that the run does not have. */
    static final Known NOTHING =
            new Known(Optional.empty(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, "missing");

    static Known of(Metric metric, List<CsvRow> forks) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (CsvRow fork : forks) {
            low = Math.min(low, low(metric, fork));
            high = Math.max(high, high(metric, fork));
        }
        Optional<Figure> figure = Figure.of(metric, forks).filter(known -> known.forks() * 2 > forks.size());
        return new Known(figure, low, high, text(metric, forks, figure));
    }

    /** The 99th percentile of response times or, where messages are published, of their delivery, in nanoseconds. */
    static Known ofP99(List<CsvRow> forks) {
        List<Double> values = forks.stream()
                .map(Known::p99)
                .flatMapToDouble(OptionalDouble::stream)
                .boxed()
                .toList();
        if (values.size() * 2 <= forks.size()) {
            return new Known(
                    Optional.empty(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, "no response times measured");
        }
        Figure figure = new Figure(values, Collections.min(values), Collections.max(values));
        return new Known(Optional.of(figure), figure.low(), figure.high(), Wanted.millis(figure.median()));
    }

    private static OptionalDouble p99(CsvRow fork) {
        OptionalDouble response = fork.number("response_p99_ns");
        return response.isPresent() ? response : fork.number("delivery_p99_ns");
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
            return fork.text("verdict").equals("reached")
                    ? fork.number("first_failure_connections").orElse(Double.POSITIVE_INFINITY)
                    : Double.POSITIVE_INFINITY;
        }
        OptionalDouble margin = Figure.margin(metric, fork);
        return margin.isPresent()
                ? fork.number(metric.column()).orElseThrow() + margin.getAsDouble()
                : Double.POSITIVE_INFINITY;
    }

    /** Only these two verdicts say that so many connections were held by the server. */
    private static OptionalDouble held(CsvRow fork) {
        return List.of("reached", "at-least").contains(fork.text("verdict"))
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
        String factor = fork.text("limiting_factor");
        String why = fork.text("why");
        return fork.text("verdict")
                + (held.isPresent() ? " " + Metric.CEILING.text(held.getAsDouble()) : "")
                + (factor.isEmpty() ? "" : " by " + factor)
                + (why.isEmpty() ? "" : " (" + why + ")");
    }

    private static String cost(Metric metric, CsvRow fork) {
        OptionalDouble value = fork.number(metric.column());
        return value.isEmpty()
                ? "not measured (%s)".formatted(fork.text("verdict"))
                : Figures.bytes(value, fork.number(metric.column() + "_se"));
    }
}
