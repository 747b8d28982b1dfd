package io.ceiling.climb;

import io.ceiling.harness.reading.HostLimits;
import java.util.OptionalInt;

/**
 * The bounds within which a climb may raise settings.
 *
 * @param nofileHard hard limit of open descriptors of a child process
 * @param heapBudgetBytes largest heap, and largest direct memory, of a server in bytes
 * @param host limits of the host before the climb
 * @param sysctlsAllowed true if kernel settings may be raised
 * @param capConnections largest number of connections that a ramp tries
 * @param sourceAddresses number of local addresses of the load agents at the start; empty for as many as the cap needs
 */
record ClimbBounds(
        int nofileHard,
        long heapBudgetBytes,
        HostLimits host,
        boolean sysctlsAllowed,
        int capConnections,
        OptionalInt sourceAddresses) {

    public ClimbBounds {
        if (heapBudgetBytes < 8L << 20) {
            throw new IllegalArgumentException("heap budget must be >= 8 MiB, was %d bytes".formatted(heapBudgetBytes));
        }
    }
}
