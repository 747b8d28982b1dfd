package io.ceiling.harness.stats;

/**
 * The cost of one more connection: slopes of least-squares lines over the passed steps, each with its standard error.
 * Several servers have one slope, and a value at zero connections each.
 *
 * @param points number of steps that the lines were fitted to
 * @param heapBytes used heap after a full collection, in bytes
 * @param directBytes direct buffers, in bytes
 * @param rssBytes resident set of the server, in bytes
 * @param rssWithoutFreeHeapBytes resident set less the pages of the heap that hold no object, in bytes
 * @param pssBytes proportional set of the server, in bytes
 * @param threads platform threads of the server
 * @param kernelBytes memory of the host's kernel, in bytes; see {@link KernelMemory#total}
 */
public record CostPerConnection(
        int points,
        Slope heapBytes,
        Slope directBytes,
        Slope rssBytes,
        Slope rssWithoutFreeHeapBytes,
        Slope pssBytes,
        Slope threads,
        Slope kernelBytes) {

    // Before JDK 24, Z maps its heap three times. The memory of a connection is shared with no other process.
    private static final double MAPPED_OFTEN = 2;

    /**
     * A fitted line.
     *
     * @param perConnection slope; NaN if no server had two points
     * @param standardError standard error of the slope; NaN if there was no degree of freedom
     * @param intercept value at zero connections; of several servers their mean, by points
     * @param degreesOfFreedom points less one for each server and one for the slope
     * @param curved true if the points are on a curve: the square of the connections is significant at 1 %, and at the
     *     most connections the next one costs another 10 % than the slope says
     */
    public record Slope(
            double perConnection, double standardError, double intercept, int degreesOfFreedom, boolean curved) {
        public static final Slope NONE = new Slope(Double.NaN, Double.NaN, Double.NaN, 0, false);

        private static final double MIN_ERRORS = 2;

        /** Returns the same slope with an independent standard error added. */
        public Slope withAddedError(double error) {
            return new Slope(perConnection, Math.hypot(standardError, error), intercept, degreesOfFreedom, curved);
        }

        /**
         * Returns true if the slope rises by at least two standard errors. A line through two points has no standard
         * error, so it is never significant.
         */
        public boolean isSignificant() {
            return perConnection > 0 && perConnection >= MIN_ERRORS * standardError;
        }

        /**
         * Returns half the width of the 95 % interval of the slope by Student's t; NaN for fewer than four points of one
         * server, or two degrees of freedom.
         */
        public double margin() {
            return StudentT.margin(standardError, degreesOfFreedom).orElse(Double.NaN);
        }
    }

    /**
     * Returns the line of the resident set without free heap. If it has too few points for a standard error, returns
     * the line of the whole resident set. If the process maps the same pages several times, which a resident set
     * counts each time, returns the line of the proportional set.
     */
    public Slope resident() {
        boolean mappedOften =
                pssBytes.isSignificant() && rssBytes.perConnection() >= MAPPED_OFTEN * pssBytes.perConnection();
        return excludesFreeHeap() ? rssWithoutFreeHeapBytes : mappedOften ? pssBytes : rssBytes;
    }

    /** Returns true if {@link #resident} is without the pages of the heap that hold no object. */
    public boolean excludesFreeHeap() {
        boolean seen = Double.isFinite(rssWithoutFreeHeapBytes.perConnection());
        boolean worse =
                Double.isNaN(rssWithoutFreeHeapBytes.standardError()) && !Double.isNaN(rssBytes.standardError());
        return seen && !worse;
    }

    public static final CostPerConnection NONE = new CostPerConnection(
            0, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE, Slope.NONE);
}
