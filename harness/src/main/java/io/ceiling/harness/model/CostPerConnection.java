package io.ceiling.harness.model;

/**
 * What one more connection costs: slopes of least-squares lines over the passed steps, each with its standard error.
 *
 * @param points steps that the lines were fitted to
 */
public record CostPerConnection(
        int points,
        Slope heapBytes,
        Slope directBytes,
        Slope rssBytes,
        Slope pssBytes,
        Slope threads,
        Slope kernelBytes) {

    /**
     * A fitted line.
     *
     * @param perConnection NaN if there were fewer than two points
     * @param standardError NaN if there were fewer than three points
     * @param base value at no connections
     */
    public record Slope(double perConnection, double standardError, double base) {
        public static final Slope NONE = new Slope(Double.NaN, Double.NaN, Double.NaN);
    }

    public static final CostPerConnection NONE =
            new CostPerConnection(0, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE);
}
