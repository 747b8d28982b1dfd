package io.ceiling.harness.expect;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The condition of an expectation for one scenario. Pure functions. */
sealed interface Condition {

    /** The metric of response or delivery times. */
    String P99 = "p99";

    /**
     * Judges the condition.
     *
     * @param forks rows of the forks that were measured, at least one
     * @return whether it is met, and the measured value
     */
    ConditionResult of(List<CsvRow> forks);

    record ConditionResult(boolean isMet, String measuredValue) {}

    /**
     * Parses metric, operator and value.
     *
     * @throws IllegalArgumentException if one of them is wrong; the message says what is allowed
     */
    static Condition parse(String metric, String operator, String value) {
        if (metric.equals("limit")) {
            return limit(operator, value);
        }
        if (metric.equals(P99)) {
            return new Bound(
                    KnownFigure::ofP99, Condition::millis, Operator.of(operator), Unit.TIME.parse(metric, value));
        }
        Metric known = Metric.require(metric, P99, "limit");
        return new Bound(
                forks -> KnownFigure.of(known, forks),
                known::text,
                Operator.of(operator),
                (known == Metric.CEILING ? Unit.CONNECTIONS : Unit.BYTES).parse(metric, value));
    }

    private static Condition limit(String operator, String value) {
        List<String> allowed = Arrays.stream(LimitingFactor.values())
                .filter(factor -> !factor.invalidates())
                .map(LimitingFactor::label)
                .toList();
        if (!operator.equals("=") || !allowed.contains(value)) {
            throw new IllegalArgumentException(
                    "limit must be = one of %s, was '%s%s'".formatted(String.join(", ", allowed), operator, value));
        }
        return new Limit(value);
    }

    static String millis(double nanos) {
        return Figures.number(nanos / 1e6, 1) + " ms";
    }

    /**
     * A bound of a figure. Of several forks the median counts; of an even number, the one of the two in the middle that
     * is harder to meet.
     */
    record Bound(
            Function<List<CsvRow>, KnownFigure> known, Function<Double, String> text, Operator operator, double value)
            implements Condition {
        @Override
        public ConditionResult of(List<CsvRow> forks) {
            KnownFigure knownFigure = known.apply(forks);
            String was = knownFigure
                    .figure()
                    .filter(figure -> forks.size() > 1)
                    .map(figure -> "%s, median of %d forks"
                            .formatted(text.apply(operator.decisiveValue(knownFigure)), figure.forks()))
                    .orElse(knownFigure.text());
            return new ConditionResult(operator.isMetBy(knownFigure, value), was);
        }
    }

    /** A limiting factor by its name; every measured fork must have reached it. */
    record Limit(String factor) implements Condition {
        @Override
        public ConditionResult of(List<CsvRow> forks) {
            boolean kept = forks.stream()
                    .allMatch(fork -> fork.text(Keys.VERDICT).equals("reached")
                            && fork.text(Keys.FACTOR).equals(factor));
            return new ConditionResult(kept, outcomes(forks));
        }
    }

    /** Returns the outcomes of the forks for display, each once. */
    static String outcomes(List<CsvRow> forks) {
        return forks.stream().map(KnownFigure::ceiling).distinct().collect(Collectors.joining(" or "));
    }

    /** The comparison of a figure with a value. */
    enum Operator {
        AT_LEAST(">="),
        AT_MOST("<="),
        ABOVE(">"),
        BELOW("<");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        static Operator of(String text) {
            return Arrays.stream(values())
                    .filter(operator -> operator.text.equals(text))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("operator must be >=, <=, > or <, was '" + text + "'"));
        }

        /**
         * Returns the value that decides, the one harder to meet: of an even number of forks one of the two middle
         * ones, without a figure one of the bounds.
         */
        double decisiveValue(KnownFigure known) {
            return switch (this) {
                case AT_LEAST, ABOVE -> known.figure().map(Figure::median).orElse(known.low());
                case AT_MOST, BELOW -> known.figure().map(Figure::upperMedian).orElse(known.high());
            };
        }

        boolean isMetBy(KnownFigure known, double value) {
            double counted = decisiveValue(known);
            return switch (this) {
                case AT_LEAST -> counted >= value;
                case ABOVE -> counted > value;
                case AT_MOST -> counted <= value;
                case BELOW -> counted < value;
            };
        }
    }
}
