package io.ceiling.harness.model;

/**
 * The cost of one more connection: slopes of least-squares lines over the passed steps, each with its standard error.
 *
 * @param points number of steps that the lines were fitted to
 * @param heapBytes used heap after a full collection, in bytes
 * @param directBytes direct buffers, in bytes
 * @param rssBytes resident set of the server, in bytes
 * @param pssBytes proportional set of the server, in bytes
 * @param threads platform threads of the server
 * @param kernelBytes slab and socket memory of the host, in bytes
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
     * @param perConnection slope; NaN if there were fewer than two points
     * @param standardError standard error of the slope; NaN if there were fewer than three points
     * @param base value at zero connections
     */
    public record Slope(double perConnection, double standardError, double base) {
        public static final Slope NONE = new Slope(Double.NaN, Double.NaN, Double.NaN);
    }

    public static final CostPerConnection NONE =
            new CostPerConnection(0, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE);
}
