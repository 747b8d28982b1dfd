package io.ceiling.harness.matrix;

import io.ceiling.harness.model.HostLimits;

/**
 * How far a climb may raise settings.
 *
 * @param nofileHard hard limit of open descriptors that a child process can get
 * @param heapBudgetBytes largest heap, and largest direct memory, of a server
 * @param host its limits before the climb
 * @param sysctlsAllowed whether settings of the kernel may be raised
 * @param capConnections no ramp goes beyond
 * @param sourceAddresses of the load agents at the start; 0 for as many as the cap asks for
 */
public record Headroom(
        int nofileHard,
        long heapBudgetBytes,
        HostLimits host,
        boolean sysctlsAllowed,
        int capConnections,
        int sourceAddresses) {

    public Headroom {
        if (heapBudgetBytes < 8L << 20) {
            throw new IllegalArgumentException("heap budget must be >= 8 MiB, was %d bytes".formatted(heapBudgetBytes));
        }
    }
}
