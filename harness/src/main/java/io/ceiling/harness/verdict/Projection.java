package io.ceiling.harness.verdict;

import io.ceiling.harness.model.CostPerConnection;
import java.util.List;
import java.util.OptionalLong;

/**
 * How many connections a host of another size would hold if memory were its only limit.
 *
 * <p>The server's resident set grows along its fitted line and the kernel takes its share for each connection; what the
 * kernel and the rest of the system need without any connection is not known here and not subtracted.
 */
public final class Projection {

    /** The sizes of hosts that reports show, in bytes: 1, 4, 16 and 64 GiB. */
    public static final List<Long> HOST_BYTES = List.of(1L << 30, 4L << 30, 16L << 30, 64L << 30);

    private Projection() {}

    /** Connections in that much memory; empty if the cost is not known or was not seen to rise. */
    public static OptionalLong connections(CostPerConnection cost, long memoryBytes) {
        double perConnection =
                cost.rssBytes().perConnection() + Math.max(0, cost.kernelBytes().perConnection());
        if (!(perConnection > 0) || !(cost.rssBytes().perConnection() > 0)) {
            return OptionalLong.empty();
        }
        double free = memoryBytes - Math.max(0, cost.rssBytes().base());
        return OptionalLong.of(Math.max(0, (long) (free / perConnection)));
    }
}
