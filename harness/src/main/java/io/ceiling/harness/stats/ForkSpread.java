package io.ceiling.harness.stats;

/**
 * The spread of servers of one setting: standard deviations between the forks of the settings in results/reference that were
 * measured three times or more, with a figure of at least 1 KiB in bytes. A test calculates them again from these files.
 *
 * <p>Notes. The largest is that of the most uneven setting, and the typical one the root of the mean variance. A single
 * server shows neither.
 */
public enum ForkSpread {
    /** A ceiling. */
    CEILING(0.005, 0.03, 1),
    /** Live heap of a connection. */
    HEAP(0.019, 0.103, 100),
    /** Direct buffers of a connection. */
    DIRECT(0.003, 0.01, 100),
    /** Resident memory of a connection, without free heap where that was seen. */
    RESIDENT(0.111, 0.63, 100);

    /** Degrees of freedom of these figures, rounded down: forks less one for each setting. */
    public static final int DEGREES_OF_FREEDOM = 160;

    private final double typical;
    private final double maxDeviation;
    private final double deviationFloor;

    /**
     * @param typical root of the mean variance, as a share of the mean
     * @param maxDeviation largest one, as a share of the mean
     * @param deviationFloor largest one of figures near zero, in connections or bytes
     */
    ForkSpread(double typical, double maxDeviation, double deviationFloor) {
        this.typical = typical;
        this.maxDeviation = maxDeviation;
        this.deviationFloor = deviationFloor;
    }

    /** Returns the typical standard deviation, as a share of the mean. */
    public double typical() {
        return typical;
    }

    /** Returns the largest standard deviation of a figure with that mean, in its unit. */
    public double maxDeviation(double mean) {
        return Math.max(maxDeviation * mean, deviationFloor);
    }

    /** Returns half the width of the 95 % interval of what one more server has, as a share of the mean of many. */
    public double margin() {
        return StudentT.interval(DEGREES_OF_FREEDOM) * typical;
    }
}
