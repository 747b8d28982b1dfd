package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.HeapReserve;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.stats.CostPoints;
import java.util.List;

/**
 * Shortens the steps of a ramp before the heap of a server is full. A JVM that has run out of heap may have lost threads, so
 * that a server which is not started afresh takes no second try: it has to be met by a step that is short enough to decide
 * the ceiling at once. The reserve is that of G1 for every collector: it sets the length of a step alone. Pure functions.
 */
public final class HeapAhead {

    /** Share of the foretold number up to which a step of any length is taken. */
    private static final double FAR = 0.9;

    /** Share of the foretold number from which on steps are as short as the tolerance. */
    private static final double NEAR = 0.97;

    /** Share of the heap that connections must have taken so far: less may be the garbage of something else. */
    private static final double LEAST_SHARE = 0.1;

    /** Lets a level count as one that was asked for although it was rounded down. */
    private static final double ALMOST = 0.99;

    private HeapAhead() {}

    /**
     * Returns the next level.
     *
     * @param wanted level that the ramp would take
     * @param steps steps of the server, in their order
     * @param tolerance share of the ceiling to which it is to be known
     */
    public static int next(int wanted, List<Step> steps, double tolerance) {
        List<Step> read = steps.stream()
                .filter(step -> step.costPoint()
                        && step.after().afterGc()
                        && heap(step).heapUsedBytes().isSeen())
                .toList();
        if (read.size() < 2) {
            return wanted;
        }
        Step last = read.get(read.size() - 1);
        double cost = cost(read);
        long max = heap(last).heapMaxBytes().orElse(0);
        if (!(cost > 0) || max == 0 || used(last) - used(read.get(0)) < LEAST_SHARE * max) {
            return wanted;
        }
        double foretold = last.target() + (max - HeapReserve.ofG1(max).mostBytes() - used(last)) / cost;
        if (last.target() < ALMOST * FAR * foretold) {
            return (int) Math.min(wanted, FAR * foretold);
        }
        return last.target() < ALMOST * NEAR * foretold
                ? (int) Math.min(wanted, NEAR * foretold)
                : (int) Math.min(wanted, Math.max(last.target() + 1.0, last.target() * (1 + tolerance)));
    }

    /**
     * Returns the bytes of one more connection; not positive if the steps do not show that it takes any, within their error. Two
     * points have no error.
     */
    private static double cost(List<Step> read) {
        Slope slope = CostPoints.ofOneServer(read, Step::target)
                .line(step -> heap(step).heapUsedBytes().number());
        return slope.degreesOfFreedom() < 1 || slope.isSignificant() ? slope.perConnection() : 0;
    }

    private static ServerReading heap(Step step) {
        return step.after().server();
    }

    private static long used(Step step) {
        return heap(step).heapUsedBytes().orElse(0);
    }
}
