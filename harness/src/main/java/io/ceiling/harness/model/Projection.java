package io.ceiling.harness.model;

import io.ceiling.harness.model.CostPerConnection.Slope;
import java.util.OptionalLong;

/**
 * Projects the number of connections that a host of another size would hold if memory were its only limit. Pure
 * functions.
 *
 * <p>The server's resident set grows along its fitted line, and the kernel takes its share for each connection. The
 * memory that the kernel and the rest of the system need without any connection is not known here and not subtracted.
 */
public final class Projection {

    private Projection() {}

    /**
     * Returns the connections that fit into that much memory; empty if the resident set did not rise by at least two
     * standard errors.
     */
    public static OptionalLong connections(CostPerConnection cost, long memoryBytes) {
        if (!significant(cost.rssBytes())) {
            return OptionalLong.empty();
        }
        double kernel = significant(cost.kernelBytes()) ? cost.kernelBytes().perConnection() : 0;
        double free = memoryBytes - Math.max(0, cost.rssBytes().base());
        return OptionalLong.of(Math.max(0, (long) (free / (cost.rssBytes().perConnection() + kernel))));
    }

    /**
     * Returns true if the slope is at least two standard errors. A line through two points has no standard error, so it
     * is never significant.
     */
    private static boolean significant(Slope slope) {
        return slope.perConnection() > 0 && slope.perConnection() >= 2 * slope.standardError();
    }
}
