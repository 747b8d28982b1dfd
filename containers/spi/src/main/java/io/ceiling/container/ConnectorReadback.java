package io.ceiling.container;

import java.util.Map;

/**
 * The sizes that a connector really has, read back from the running server.
 *
 * @param maxThreads unlimited for virtual threads
 * @param idleTimeoutMillis unlimited where an idle connection lives for ever
 * @param buffers every buffer knob of the container with its value in bytes
 */
public record ConnectorReadback(
        Limit maxThreads,
        Limit maxConnections,
        Limit acceptCount,
        Limit idleTimeoutMillis,
        Map<String, Integer> buffers) {

    /** The sizes of a connector that cannot be asked. */
    public static final ConnectorReadback NOT_SEEN =
            new ConnectorReadback(Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, Map.of());

    public ConnectorReadback {
        buffers = Map.copyOf(buffers);
    }

    /**
     * Returns the sizes as containers tell them.
     *
     * @param maxThreads negative without a limit
     * @param maxConnections negative without a limit
     * @param idleTimeoutMillis 0 for ever
     */
    public static ConnectorReadback of(
            int maxThreads,
            long maxConnections,
            int acceptCount,
            long idleTimeoutMillis,
            Map<String, Integer> buffers) {
        return new ConnectorReadback(
                Limit.ofNegativeUnlimited(maxThreads),
                Limit.ofNegativeUnlimited(maxConnections),
                Limit.of(acceptCount),
                idleTimeoutMillis <= 0 ? Limit.UNLIMITED : Limit.of(idleTimeoutMillis),
                buffers);
    }
}
