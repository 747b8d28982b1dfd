package io.ceiling.capacity.size;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The request of a user for settings.
 *
 * @param connections connections to hold
 * @param memoryBytes memory of the container, in bytes; empty to tell how much it takes
 * @param requestsPerSecond requests or messages in a second over all connections; empty if they are rare
 * @param serviceNanos time that a request keeps a thread, in ns; empty for the measured one
 */
record SizingGoal(
        int connections, OptionalLong memoryBytes, OptionalDouble requestsPerSecond, OptionalLong serviceNanos) {

    public SizingGoal {
        if (connections < 1) {
            throw new IllegalArgumentException("connections must be >= 1, was %d".formatted(connections));
        }
    }
}
