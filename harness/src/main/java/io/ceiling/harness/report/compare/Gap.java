package io.ceiling.harness.report.compare;

/**
 * A metric of a scenario that has no figure in at least one of two runs, so that there is no line about it.
 *
 * @param before what the first run knows
 * @param after what the second one knows
 */
record Gap(String scenario, Metric metric, Known before, Known after) {

    /** Whether the first run has a figure. */
    boolean measuredBefore() {
        return before.figure().isPresent();
    }

    /** Whether nothing rules out that it changed to less than this; of what had no figure before, whether it surely fell. */
    boolean mayBeBelow(double change) {
        return before.figure()
                .map(figure -> after.low() < figure.median() * (1 + change))
                .orElse(after.high() < before.low());
    }

    /** Whether nothing rules out that it changed to more than this; of what had no figure before, whether it surely rose. */
    boolean mayBeAbove(double change) {
        return before.figure()
                .map(figure -> after.high() > figure.median() * (1 + change))
                .orElse(after.low() > before.high());
    }
}
