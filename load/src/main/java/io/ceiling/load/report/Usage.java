package io.ceiling.load.report;

/**
 * Usage of a limited resource by one process, or by several together.
 *
 * @param used amount used by all processes
 * @param limit sum of their limits; a process whose limit is unknown adds nothing
 * @param share highest share of its own limit that a process uses, 0 to 1
 */
public record Usage(long used, long limit, double share) {

    /** No usage, or unknown usage. */
    public static final Usage NONE = new Usage(0, 0, 0);

    /** Returns the usage of one process; a negative value is unknown. */
    public static Usage of(long used, long limit) {
        if (used < 0) {
            return NONE;
        }
        return limit > 0 ? new Usage(used, limit, (double) used / limit) : new Usage(used, 0, 0);
    }

    /** Returns the sums, with the higher share. */
    public Usage plus(Usage other) {
        return new Usage(used + other.used, limit + other.limit, Math.max(share, other.share));
    }
}
