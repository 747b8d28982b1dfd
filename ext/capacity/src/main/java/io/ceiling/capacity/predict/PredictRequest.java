package io.ceiling.capacity.predict;

import io.ceiling.harness.command.probe.FullGcOptions.FullGcPolicy;
import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.run.RunRequest;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The request of {@code ceiling predict}.
 *
 * @param run request with the scenario, for its agents; without one for an external server
 * @param runningServer request for a server that runs already; empty if the command starts one
 * @param maxConnections largest number of connections to open, at least {@link #MIN_CONNECTIONS}; empty if the user gave none
 * @param pace wanted exchanges of each connection per second; empty for no prediction of the processors
 * @param collections whether the server is made to collect its heap
 */
record PredictRequest(
        RunRequest run,
        Optional<ProbeRequest> runningServer,
        OptionalInt maxConnections,
        OptionalDouble pace,
        FullGcPolicy collections) {

    /** Fewest connections that make five levels. */
    public static final int MIN_CONNECTIONS = 5;

    /** Most connections that are opened unless the user gives another number. */
    public static final int DEFAULT_CONNECTIONS = 1_000;

    public PredictRequest {
        if (maxConnections.orElse(MIN_CONNECTIONS) < MIN_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "maxConnections must be >= %d, was %d".formatted(MIN_CONNECTIONS, maxConnections.getAsInt()));
        }
    }
}
