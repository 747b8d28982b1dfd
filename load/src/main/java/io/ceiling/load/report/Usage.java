package io.ceiling.load.report;

import java.io.Serializable;

/**
 * How much of something limited processes use.
 *
 * @param used by all of them
 * @param limit the sum of their limits; nothing for a process whose limit cannot be told
 * @param share of its own limit that the fullest of them uses, 0..1
 */
public record Usage(long used, long limit, double share) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Nothing is used, or what is used cannot be told. */
    public static final Usage NONE = new Usage(0, 0, 0);

    /** Returns the usage of one process, of whose figures one that is negative could not be read. */
    public static Usage of(long used, long limit) {
        if (used < 0) {
            return NONE;
        }
        return limit > 0 ? new Usage(used, limit, (double) used / limit) : new Usage(used, 0, 0);
    }

    /** Returns the sums, with the share of the fuller one. */
    public Usage plus(Usage other) {
        return new Usage(used + other.used, limit + other.limit, Math.max(share, other.share));
    }
}
