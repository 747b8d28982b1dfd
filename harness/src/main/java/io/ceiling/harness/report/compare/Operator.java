package io.ceiling.harness.report.compare;

import java.util.Arrays;

/** How a figure is held against a value. */
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

    /** What counts: of an even number of forks that one of the two in the middle, and of what has no figure that bound, that makes it harder. */
    double counted(Known known) {
        return switch (this) {
            case AT_LEAST, ABOVE -> known.figure().map(Figure::median).orElse(known.low());
            case AT_MOST, BELOW -> known.figure().map(Figure::upperMedian).orElse(known.high());
        };
    }

    boolean isKeptBy(Known known, double value) {
        double counted = counted(known);
        return switch (this) {
            case AT_LEAST -> counted >= value;
            case ABOVE -> counted > value;
            case AT_MOST -> counted <= value;
            case BELOW -> counted < value;
        };
    }
}
