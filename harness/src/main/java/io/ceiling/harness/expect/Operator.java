package io.ceiling.harness.expect;

import java.util.Arrays;

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
                .orElseThrow(() -> new IllegalArgumentException("operator must be >=, <=, > or <, was '" + text + "'"));
    }

    /**
     * Returns the value that counts, which is the one harder to meet: of an even number of forks one of the two in the
     * middle, and without a figure one of the bounds.
     */
    double counted(KnownFigure known) {
        return switch (this) {
            case AT_LEAST, ABOVE -> known.figure().map(Figure::median).orElse(known.low());
            case AT_MOST, BELOW -> known.figure().map(Figure::upperMedian).orElse(known.high());
        };
    }

    boolean isKeptBy(KnownFigure known, double value) {
        double counted = counted(known);
        return switch (this) {
            case AT_LEAST -> counted >= value;
            case ABOVE -> counted > value;
            case AT_MOST -> counted <= value;
            case BELOW -> counted < value;
        };
    }
}
