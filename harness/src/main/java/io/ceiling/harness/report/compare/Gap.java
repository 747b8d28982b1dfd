package io.ceiling.harness.report.compare;

/**
 * A metric of a scenario that has no figure in at least one of two runs, so that there is no line about it.
 *
 * @param before what the first run says
 * @param after what the second one says
 * @param measuredBefore whether the first run has a figure
 * @param mayHaveFallen whether nothing rules out that it fell
 * @param mayHaveRisen whether nothing rules out that it rose
 */
public record Gap(
        String scenario,
        Metric metric,
        String before,
        String after,
        boolean measuredBefore,
        boolean mayHaveFallen,
        boolean mayHaveRisen) {

    static Gap of(String scenario, Metric metric, Known before, Known after) {
        return new Gap(
                scenario,
                metric,
                before.text(),
                after.text(),
                before.figure().isPresent(),
                after.mayBeBelow(before),
                after.mayBeAbove(before));
    }
}
