package io.ceiling.harness.stats;

/** Tests whether points are on a curve rather than a line. Pure functions. */
final class Curvature {

    /** Two-sided, at 1 %. */
    private static final double SIGNIFICANCE = 0.995;

    private static final double MIN_EFFECT = 0.1;

    private Curvature() {}

    /**
     * Returns true if a parabola fits significantly better than a line, and its slope at the largest x differs from that
     * of the line by more than 10 %. Too few points show no curve.
     *
     * @param group number of the group of each point, which has a value at zero of its own
     * @param degreesOfFreedom those of the line
     */
    static boolean isSeen(int[] group, double[] x, double[] y, int degreesOfFreedom) {
        int rest = degreesOfFreedom - 1;
        return rest >= 1
                && Bend.of(group, x, y).filter(bend -> isSeen(bend, rest)).isPresent();
    }

    private static boolean isSeen(Bend bend, int rest) {
        double error = Math.sqrt(bend.unexplained() / rest / bend.squares());
        return Math.abs(bend.factor()) > StudentT.quantile(SIGNIFICANCE, rest) * error
                && Math.abs(bend.slopeAtMost() - bend.slope()) > MIN_EFFECT * Math.abs(bend.slope());
    }
}
