package io.ceiling.compare;

import io.ceiling.harness.expect.KnownFigure;
import io.ceiling.harness.expect.Metric;

/**
 * A metric of a scenario that has no figure in at least one of two runs, so that it cannot be compared.
 *
 * @param scenario name of the scenario
 * @param metric the metric
 * @param before bounds from the first run
 * @param after bounds from the second run
 */
record UnjudgedMetric(String scenario, Metric metric, KnownFigure before, KnownFigure after) {

    /**
     * Returns true if the gap is a figure that is not significant in one of the runs.
     *
     * @param inBoth true to include figures that are significant in neither run
     */
    boolean isInsignificant(boolean inBoth) {
        boolean either = before.insignificant() || after.insignificant();
        boolean other = before.figure().isPresent() || after.figure().isPresent();
        return either && (other || inBoth);
    }

    /** Returns what is known of both runs. */
    String text() {
        return "was %s, is %s".formatted(before.text(), after.text());
    }

    /** Returns true if the first run has a figure. */
    boolean measuredBefore() {
        return before.figure().isPresent();
    }

    /**
     * Returns true if the bounds allow that the metric changed to less than this share. If the first run has no figure,
     * returns true only if the metric certainly fell.
     *
     * @param change threshold, 0.1 is 10 % more
     */
    boolean mayBeBelow(double change) {
        return before.figure()
                .map(figure -> after.low() < figure.median() * (1 + change))
                .orElse(after.high() < before.low());
    }

    /**
     * Returns true if the bounds allow that the metric changed to more than this share. If the first run has no figure,
     * returns true only if the metric certainly rose.
     *
     * @param change threshold, 0.1 is 10 % more
     */
    boolean mayBeAbove(double change) {
        return before.figure()
                .map(figure -> after.high() > figure.median() * (1 + change))
                .orElse(after.low() > before.high());
    }
}
