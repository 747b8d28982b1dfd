package io.ceiling.harness.model;

/**
 * The cost of one more connection: slopes of least-squares lines over the passed steps, each with its standard error.
 * Several servers have one slope, and a value at zero connections each.
 *
 * @param points number of steps that the lines were fitted to
 * @param heapBytes used heap after a full collection, in bytes
 * @param directBytes direct buffers, in bytes
 * @param rssBytes resident set of the server, in bytes
 * @param pssBytes proportional set of the server, in bytes
 * @param threads platform threads of the server
 * @param kernelBytes memory of the host's kernel, in bytes; see {@link KernelMemory#total}
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
     * @param perConnection slope; NaN if no server had two points
     * @param standardError standard error of the slope; NaN if there was no degree of freedom
     * @param base value at zero connections; of several servers their mean, by points
     * @param degreesOfFreedom points less one for each server and one for the slope
     */
    public record Slope(double perConnection, double standardError, double base, int degreesOfFreedom) {
        public static final Slope NONE = new Slope(Double.NaN, Double.NaN, Double.NaN, 0);
    }

    public static final CostPerConnection NONE =
            new CostPerConnection(0, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE);
}
