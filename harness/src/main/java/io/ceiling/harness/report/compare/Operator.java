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

    /** Of what has no figure the bound decides that makes it hardest: it is kept only if nothing could miss it. */
    boolean isKeptBy(Known known, double value) {
        double least = known.figure().map(Figure::median).orElse(known.low());
        double most = known.figure().map(Figure::median).orElse(known.high());
        return switch (this) {
            case AT_LEAST -> least >= value;
            case ABOVE -> least > value;
            case AT_MOST -> most <= value;
            case BELOW -> most < value;
        };
    }
}
