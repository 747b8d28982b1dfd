package io.ceiling.harness.report.compare;

import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What an expectation wants of one scenario; pure functions. */
sealed interface Wanted {

    /**
     * Whether it is so, and what was measured.
     *
     * @param forks that were measured, one at least
     */
    Answer of(List<CsvRow> forks);

    record Answer(boolean kept, String was) {}

    /**
     * Reads metric, operator and value.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    static Wanted parse(String metric, String operator, String value) {
        if (metric.equals("limit")) {
            return limit(operator, value);
        }
        if (metric.equals("p99")) {
            return new Bound(Known::ofP99, Wanted::millis, Operator.of(operator), Unit.TIME.parse(metric, value));
        }
        Metric known = Metric.require(metric, "p99", "limit");
        return new Bound(
                forks -> Known.of(known, forks),
                known::text,
                Operator.of(operator),
                (known == Metric.CEILING ? Unit.CONNECTIONS : Unit.BYTES).parse(metric, value));
    }

    private static Wanted limit(String operator, String value) {
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

    /** A figure above or below a value. Of repeats the median counts, and of an even number that one of the two in the middle that makes it harder. */
    record Bound(Function<List<CsvRow>, Known> known, Function<Double, String> text, Operator operator, double value)
            implements Wanted {
        @Override
        public Answer of(List<CsvRow> forks) {
            Known of = known.apply(forks);
            String was = of.figure()
                    .filter(figure -> forks.size() > 1)
                    .map(figure -> "%s, median of %d forks".formatted(text.apply(operator.counted(of)), figure.forks()))
                    .orElse(of.text());
            return new Answer(operator.isKeptBy(of, value), was);
        }
    }

    /** The limit by its name; every fork that was measured has to have met it. */
    record Limit(String factor) implements Wanted {
        @Override
        public Answer of(List<CsvRow> forks) {
            boolean kept = forks.stream()
                    .allMatch(fork -> fork.text("verdict").equals("reached")
                            && fork.text("limiting_factor").equals(factor));
            return new Answer(kept, outcomes(forks));
        }
    }

    /** What became of each fork. */
    static String outcomes(List<CsvRow> forks) {
        return forks.stream().map(Known::ceiling).distinct().collect(Collectors.joining(" or "));
    }
}
